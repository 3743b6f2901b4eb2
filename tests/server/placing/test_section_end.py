"""Where new paragraphs go: after a section's own text, before what follows it."""

from tabled import tabled

from citeloom.placing.section_end import end_of_own_text
from citeloom_latex.tex.scan import scan_tex

# ``@`` is where the text is to go.


@tabled(least=36)
def test_end_of_own_text(marked: str) -> None:
    text = marked.replace("@", "")
    facts = scan_tex(text)
    at = end_of_own_text(text, facts.sections[0], facts)
    assert text[:at] + "@" + text[at:] == marked


def test_a_text_in_a_talk_stands_inside_the_last_frame() -> None:
    text = (
        "\\section{Related Work}\n\\begin{frame}\nWords.\n\\end{frame} % done\n\n"
        "\\section{End}\n\\begin{frame}\nBye.\n\\end{frame}\n"
    )
    facts = scan_tex(text)
    assert text[end_of_own_text(text, facts.sections[0], facts) :].startswith("\\end{frame} % done")
