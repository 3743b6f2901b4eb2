"""Quick fixes of claims change the doubtful words alone, and are left out where that is unsure."""

from pathlib import Path

import pytest

from citeloom.actions.checking.check import check
from citeloom.actions.checking.claims.at_a_place import claim_fixes
from citeloom.actions.context import Context

MAIN = r"""\documentclass{article}
\usepackage{natbib}
\begin{document}
%s
\bibliography{refs}
\end{document}
"""
BIB = r"""@article{lee5way, title = {Parsers of moves}, author = {Lee, Bo}, year = 2020,
 abstract = {We train parsers of chess moves on 12 corpora. It reads 92 percent of all moves.}}
@article{kim93, title = {Parsers in noise}, author = {Kim, Al}, year = 1993,
 abstract = {The parser of moves reaches an accuracy of 92 percent.}}
@article{ray, title = {Parsers}, author = {Ray, Jo}, year = 2001,
 abstract = {The parser of moves is better by 17 percent.}}
"""


def _fixed(folder: Path, sentence: str, bib: str = BIB) -> dict[str, list[str]]:
    """Return the sentence after each fix, by the first word of the fix's title."""
    main = folder / "main.tex"
    main.write_text(MAIN % sentence, encoding="utf-8")
    (folder / "refs.bib").write_text(bib, encoding="utf-8")
    checked = check(main, Context(), claims=True, thorough=True)
    assert checked.claims is not None
    found: dict[str, list[str]] = {}
    text = main.read_text("utf-8")
    for each in checked.claims.sentences:
        for fix in claim_fixes(each, checked.claims.texts):
            after = fix.edit.applied_to(text).splitlines()[3]
            found.setdefault(fix.title.split()[0], []).append(after)
    return found


def test_a_footnote_keeps_its_citation_where_that_of_its_sentence_is_another(
    tmp_path: Path,
) -> None:
    said = "Owls hunt voles in snowy fields at night and by day."
    bib = BIB + f"@misc{{owl, title = {{Owls}}, abstract = {{{said}}}}}"
    sentence = r"Owls hunt voles in fields by night \citep{ray}.\footnote{See \citep{ray}.}"
    fixed = _fixed(tmp_path, sentence + "\n\nOwls are birds \\citep{owl}.", bib)
    assert fixed["Cite"] == [sentence.replace("ray", "owl", 1)]


@pytest.mark.parametrize(
    ("citation", "after"),
    [
        (r"\citep{kim93}", r"\citep{ray}"),
        (r"\citep[][]{kim93}", r"\citep[][]{ray}"),
        (r"\citep[see][p.~3]{kim93}", None),
        (r"\citep[p.~3]{kim93}", None),
        (r"\autocite(see){kim93}", None),
    ],
)
def test_a_note_is_not_left_with_another_paper(
    tmp_path: Path, citation: str, after: str | None
) -> None:
    bib = BIB.replace("better by 17 percent", "hearing telephone calls of birds at night")
    said = "Telephone calls of birds are heard at night~%s. The parser is better~\\citep{ray}."
    found = _fixed(tmp_path, said % citation, bib)
    assert found == ({"Cite": [said % after]} if after else {})
