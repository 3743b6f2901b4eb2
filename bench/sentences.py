"""What comes out of sentences in the forms in which models write them, as LaTeX with its warnings.

``python -m bench sentences``. The model is one of our own, which writes each form about two papers.
"""

import sys
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"


def main() -> None:
    """Print the text of each form, by a baseline, and the warnings about it."""
    sys.path[:0] = [str(TESTS)]
    from citeloom.methods.port import Ports
    from citeloom.methods.registry import method_named
    from citeloom.placing.citation_style import CitationStyle
    from citeloom.placing.render import render
    from citeloom.placing.unset_letters import unset_letters
    from citeloom_latex.typesetting import Typesetting
    from modelled_runs import task
    from virtual_time import timed
    from written_sentences import FORMS, FormedModel

    given, method, typesetting = task(2), method_named("zero-shot"), Typesetting()
    keys = {paper.id: paper.key for paper in given.references}
    style = CitationStyle("citet", "citep")
    for form in FORMS:
        ports = Ports(model=FormedModel(form=form))
        result, _ = timed(method.write(given, method.parameters(), ports))
        rendered = render(result.paragraphs, keys, style, typesetting=typesetting)
        print(f"{form}\n\n{rendered.latex}\n")
        for warning in (*result.warnings, *unset_letters(rendered.sentences, typesetting)):
            print(f"    {warning}")
        print()
