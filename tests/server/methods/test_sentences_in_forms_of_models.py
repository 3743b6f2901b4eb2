"""What comes out of sentences in the forms in which models write them; all of it compiles."""

from pathlib import Path

import pytest

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.verify import verify
from citeloom.placing.citation_style import CitationStyle
from citeloom.placing.render import RenderedText, render
from citeloom_latex.typesetting import Typesetting
from modelled_runs import MODELLED, task
from texlive import compile_project, needs_tex
from virtual_time import timed
from written_sentences import FORMS, FormedModel

GIVEN = task(2)
EXPECTED = {
    "plain": ["fast~\\citep{key0}.", "once~\\citep{key1}."],
    "names": [
        "\\citet{key0} proposes a parser.",
        "SQuAD~\\citep{key1} is a data set",
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


def written(name: str, form: str) -> RenderedText:
    method = method_named(name)
    model = FormedModel(form=form)
    result, _ = timed(method.write(GIVEN, method.parameters(), Ports(model=model)))
    verify(result, GIVEN)
    keys = {paper.id: paper.key for paper in GIVEN.references}
    style = CitationStyle("citet", "citep")
    return render(result.paragraphs, keys, style, typesetting=Typesetting())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MODELLED)
def test_sentences_come_out_as_authors_write_them(name: str, form: str) -> None:
    latex = written(name, form).latex
    for expected in EXPECTED[form]:
        assert expected in latex
    for never in ("quoted-", "evil", "id=", "$$", "\\log n)$ \\"):
        assert never not in latex


@needs_tex
def test_all_of_it_compiles(tmp_path: Path) -> None:
    main = tmp_path / "draft" / "main.tex"
    main.parent.mkdir()
    text = "\n\n".join(written("zero-shot", form).latex for form in FORMS)
    main.write_text(
        "\\documentclass{article}\n\\usepackage{natbib}\n\\begin{document}\n"
        f"{text}\n\\end{{document}}\n",
        "utf-8",
    )
    log = compile_project(main, tmp_path / "build")
    assert (log.errors, log.pdf is not None) == ((), True)
