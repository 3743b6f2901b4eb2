"""What comes out of sentences in the forms in which models write them; all of it compiles."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from covering import covering

from citeloom.methods.ckma.expert_writing import chunks
from citeloom.methods.verify import verify
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import render
from citeloom_latex.typesetting import Typesetting
from endpoint_server import Behaviour, running
from modelled_runs import MODELLED, model_at, task, write
from texlive import compile_project, needs_tex
from written_sentences import FORMS, answer_by_turns, answer_in_form

GIVEN = task(4)
EXPECTED = {
    "plain": ["fast~\\citep{key0}.", "once~\\citep{key1}."],
    "names": [
        "\\citet{key0} proposes a parser.",
        "SQuAD~\\citep{key1} is a data set",
        "fast~\\citep[see][]{key2}, but",
        "\nA tagger reads the text once~\\citep[e.g.,][]{key3}.",
    ],
    "ids in other forms": [
        "\\citet{key0} proposes a parser.",
        "Unlike older ones~\\citep{key1}, it reads once.",
        "It is fast~\\citep{key2}.",
    ],
    "Markdown": [
        "\\citet{key0} proposes a parser.",
        "It is fast \\& good~\\citep{key1}.",
    ],
    "formulas": [
        "$\\alpha$-divergence takes $O(n\\log n)$ steps~\\citep{key0}.",
        "O(n log n) steps for softmax(x\\_i) by A~\\citep{key1}.",
    ],
    "other scripts": [
        "mir means peace $\\star$ and [?]",
        "Erdős and naïve users find $\\mathbf{R}$",
    ],
    "echoed tags": ["As says, it is fast~\\citep{key0}.", "It is fast~\\citep{key1}."],
    "links": ["See or fast.ai for it~\\citep{key0}.", "It needs Node.js/Express~\\citep{key1}."],
}


def written(name: str, form: str, **switches: object) -> str:
    """Return the LaTeX of a method whose model knows no schema and writes in this form."""
    return written_by(name, answer_in_form(form), **switches)


def written_by(name: str, says: Callable[[str], str], **switches: object) -> str:
    with running(Behaviour(says=says)) as server:
        result = asyncio.run(write(name, GIVEN, model_at(server), **switches))
    verify(result, GIVEN)
    assert result.uncited == ()
    papers = GIVEN.references
    if name == "ckma":  # It numbers its references in an order of its own.
        papers = tuple(paper for chunk in chunks(papers, 3, GIVEN.seed) for paper in chunk)
    keys = {paper.id: f"key{number}" for number, paper in enumerate(papers)}
    style = CitationStyle("citet", "citep")
    return render(result.paragraphs, keys, style, typesetting=Typesetting()).latex


SEVERAL = [name for name in MODELLED if name != "hireview"]
"""Those of which a question is about several papers, and shows sentences of all kinds."""


@pytest.mark.parametrize(("form", "name"), covering(FORMS, SEVERAL))
def test_sentences_come_out_as_authors_write_them(name: str, form: str) -> None:
    latex = written(name, form)
    for expected in EXPECTED[form]:
        assert expected in latex
    assert_clean(latex)


def assert_clean(latex: str) -> None:
    for never in ("\n- ", "quoted-", "evil", "id=", "$$", "\\log n)$ \\", "P1", "P4"):
        assert never not in latex


@needs_tex
@pytest.mark.parametrize(
    ("name", "switches"),
    [*((name, {}) for name in MODELLED[:6]), ("chatcite", {"turns": "paragraph"})],
    ids=str,
)
def test_all_of_it_compiles(name: str, switches: dict[str, object], tmp_path: Path) -> None:
    main = tmp_path / "draft" / "main.tex"
    main.parent.mkdir()
    texts = [written(name, form, **switches) for form in FORMS]
    texts.append(written_by(name, answer_by_turns(), **switches))
    for latex in texts:
        assert_clean(latex)
    text = "\n\n".join(texts)
    main.write_text(
        "\\documentclass{article}\n\\usepackage{natbib}\n\\begin{document}\n"
        f"{text}\n\\end{{document}}\n",
        "utf-8",
    )
    log = compile_project(main, tmp_path / "build")
    assert (log.errors, log.pdf is not None) == ((), True)
