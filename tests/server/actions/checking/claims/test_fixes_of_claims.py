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


def test_a_citation_of_a_paper_that_has_nothing_of_it_can_be_removed(tmp_path: Path) -> None:
    before = r"Opera tickets on sunny evenings sell out quickly everywhere in Bergen \citep{kim93}."
    found = _fixed(tmp_path, before)
    assert found == {
        "Remove": ["Opera tickets on sunny evenings sell out quickly everywhere in Bergen."]
    }


def test_a_footnote_keeps_its_citation_where_that_of_its_sentence_is_another(
    tmp_path: Path,
) -> None:
    said = "Owls hunt voles in snowy fields at night and by day."
    bib = BIB + f"@misc{{owl, title = {{Owls}}, abstract = {{{said}}}}}"
    sentence = r"Owls hunt voles in fields by night \citep{ray}.\footnote{See \citep{ray}.}"
    fixed = _fixed(tmp_path, sentence + "\n\nOwls are birds \\citep{owl}.", bib)
    assert fixed["Cite"] == [sentence.replace("ray", "owl", 1)]


@pytest.mark.parametrize(
    "sentence",
    [
        r"Lee trains parsers of chess moves of CastleBase data sets \[ a+b=c \]~\citep{lee5way}.",
        r"Lee trains parsers of chess moves of CastleBase data sets $a$~\citep{lee5way}.",
        r"Lee trains parsers of chess moves of CastleBase data sets \todo{which?}~\citep{lee5way}.",
        r"Lee trains parsers of chess moves of CastleBase data sets (\url{a.org})~\citep{lee5way}.",
        r"Lee trains parsers of chess moves of CastleBase data sets\nocite{kim93}~\citep{lee5way}.",
        r"Lee trains parsers of chess moves of CastleBase data sets~\citep[p.~3]{lee5way}.",
        r"\emph{It runs. Lee trains parsers of moves of CastleBase data sets \citep{lee5way}.}",
    ],
)
def test_a_sentence_with_more_than_words_is_not_rewritten(tmp_path: Path, sentence: str) -> None:
    assert "Rewrite" not in _fixed(tmp_path, sentence)


def test_a_sentence_of_words_is_rewritten(tmp_path: Path) -> None:
    sentence = r"L\'ee first trains parsers of chess moves on 55\% of corpora~\citep{lee5way}."
    (after,) = _fixed(tmp_path, sentence)["Rewrite"]
    assert after == r"\citet{lee5way} trains parsers of chess moves on 12 corpora."


@pytest.mark.parametrize(
    ("sentence", "after"),
    [
        (r"\citet{kim93} describe telephone calls of birds at night.", None),
        (r"\cite{kim93} describe telephone calls of birds at night.", None),
        (r"Telephone calls of birds are heard at night by \citep{kim93}.", None),
        (r"Telephone calls of birds are heard at night (e.g.,~\citep{kim93}).", None),
        (r"Telephone calls of birds at night \cite{kim93} describes.", None),
        (r"Telephone calls of birds are heard at night~\citep[see][p.~3]{kim93}.", None),
        (r"Telephone calls of birds are heard at night~\citep[p.~3]{kim93}.", None),
        (r"Telephone calls of birds are heard at night~\autocite(see){kim93}.", None),
        (
            r"Telephone calls of birds are heard at night~\citep[][]{kim93}.",
            "Telephone calls of birds are heard at night.",
        ),
        (
            r"Telephone calls of birds are heard at night~\citep{kim93}.",
            "Telephone calls of birds are heard at night.",
        ),
        (
            r"Telephone calls of birds are heard at night~\cite{kim93}.",
            "Telephone calls of birds are heard at night.",
        ),
    ],
)
def test_a_citation_is_removed_where_the_sentence_is_whole_without_it(
    tmp_path: Path, sentence: str, after: str | None
) -> None:
    bib = BIB.replace("better by 17 percent", "hearing telephone calls of birds at night")
    found = _fixed(tmp_path, f"{sentence} The parser of moves is better~\\citep{{ray}}.", bib)
    assert "Cite" in found
    removed = found.get("Remove")
    assert removed is None if after is None else removed and removed[0].startswith(after)
