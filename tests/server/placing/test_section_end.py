"""Where new paragraphs go: after a section's own text, before what follows it."""

import pytest

from citeloom.placing.section_end import end_of_own_text
from citeloom_latex.tex.scan import scan_tex

# ``@`` is where the text is to go.
CASES = [
    "\\section{Related Work}@",
    "\\section{Related Work}\n@",
    "\\section{Related Work}\n@\n\\section{Next}\nText.\n",
    "\\section{Related Work} \x0c\r\n@\\section{Next}\n",
    "\\section{Related Work}\n@\n\\clearpage\n\n% Next\n\\section{Next}\n",
    "\\section{Related Work}  @\\section{Next}",
    "\\section{Related Work}  @",
    "\\section{Related Work}@\\section{Next}",
    "\\section{Related Work}\\label{sec:rw}\n@\n\\section{Next}\n",
    "\\section{Related Work}\n\\label{sec:rw}\n\nText.\n@\n\\section{Next}\n",
    "\\section{Related Work}\nText.@",
    "\\section{Related Work}\nText. @\\subsection{Graphs}\nMore.\n",
    "\\section{Related Work}\nText.\n@\n\n  \\subsection{Graphs}\nMore.\n\\section{Next}\n",
    "\\section{Related Work}\nText.\n@\\paragraph{Graphs.} More.\n",
    "\\section{Related Work}\r\nText.\r\n@\r\n\\section{Next}\r\n",
    "\\section{Related Work}\rText.\r@\r\\section{Next}\r",
    # Comments: a note in the section, a banner over the next one.
    "\\section{Related Work}\n% TODO\n@\n\\section{Next}\n",
    "\\section{Related Work}\n% TODO\n@\\section{Next}\n",
    "\\section{Related Work}\nText.\n\n% TODO\n@\n\\section{Next}\n",
    "\\section{Related Work}\nText.\n@\n%%%%%%\n% Next\n%%%%%%\n\\section{Next}\n",
    "\\section{Related Work}\nText.\n% TODO@",
    "\\section{Related Work} % TODO\n@",
    # What is no text of the section.
    "\\section{Related Work}\nText.\n@\n\\clearpage\n\\section{Next}\n",
    "\\section{Related Work}\nText.\n@\\bibliographystyle{plain}\n\\bibliography{refs}\n",
    "\\section{Related Work}\nText.\n@\n\\printbibliography\n",
    "\\section{Related Work}\nText.\n@\n\\begin{thebibliography}{9}\n\\end{thebibliography}\n",
    "\\section{Related Work}\nText.\n@\n\\begin{acks}\nThanks.\n\\end{acks}\n",
    "\\section{Related Work}\nText.\n@\n\\appendix\n\\section{Proofs}\n",
    "\\begin{document}\n\\section{Related Work}\nText.\n@\n\\end{document}\nnotes\n",
    "\\begin{document}\n\\section{Related Work}\nText. @\\end{document}",
    "\\begin{multicols}{2}\n\\section{Related Work}\nText.\n@\\end{multicols}\n\\section{Next}\n",
    "\\section{Related Work}\nText.\n@\\endinput\nold text\n",
    # The same where it does not count.
    "\\section{Related Work}\n% \\bibliography{refs}\nText.\n@",
    "\\section{Related Work}\n\\begin{quote}\nText.\n\\end{quote}\n@\n\\section{Next}\n",
    "\\section{Related Work}\n\\begin{verbatim}\n\\end{document}\n\\end{verbatim}\n@",
    "\\section{Related Work}\n\\bibliographyfoo Text.\n@",
]


@pytest.mark.parametrize("marked", CASES)
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
