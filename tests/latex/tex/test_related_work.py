import pytest

from citeloom_latex.tex.related_work import is_related_work


@pytest.mark.parametrize(
    "title",
    [
        "Related Work",
        "RELATED WORKS",
        "2. Related work",
        "1.2 Background",
        "II. RELATED WORK",
        r"Related Work\label{sec:related}",
        r"\textbf{Related} \emph{work}\footnote{See \cite{a}.}",
        r"\texorpdfstring{Related Work}{RW}",
        "Related % comment\n Work",
        "Related Work (continued)",
        r"Background \& Related Work",
        "Related Work and Discussion",
        "Introduction and Related Work",
        "Background and Motivation",
        "Background: diffusion models",
        "Related work/Background",
        "Related Work on Image and Video Synthesis",
        "State-of-the-art",
        "State of the Art",
        "Literature Review",
        "A Brief Review of the Literature",
        "Review of related work",
        "Further Related Work",
        "Prior Works",
        "Previous work on parsing",
        "Related literature",
        r"\'Etat de l'art",
        "État de l’art",
        "Travaux connexes",
        "Verwandte Arbeiten",
        "Stand der Forschung",
        r"Literatur\"ubersicht",
        "Estado del arte",
        "Trabajos relacionados",
        r"Revis\~ao da literatura",
        "相关工作",
        "相关工作与讨论",
        "第二章 相关工作",
        "国内外研究现状",
    ],
)
def test_headings_of_related_work(title: str) -> None:
    assert is_related_work(title)


@pytest.mark.parametrize(
    "title",
    [
        "Background subtraction",
        "Conclusion and future work",
        "Prior distributions",
        "Introduction",
        "Future Work",
        "Works",
        "State",
        "Related problems",
        "Literature-based discovery",
        "Comparison to the state of the art methods",
        "Background knowledge graphs",
        "Background model and parameters",
        "Work related injuries",
        r"\label{related work}",
        "",
        "1",
    ],
)
def test_other_headings(title: str) -> None:
    assert not is_related_work(title)


def test_titles_of_the_users_own() -> None:
    assert is_related_work("3. Kontext der Arbeit", ["Kontext der Arbeit"])
    assert not is_related_work("Related Work", ["Kontext der Arbeit"])
