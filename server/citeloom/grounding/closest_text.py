"""Which of several texts a paper is closest to."""

from collections.abc import Sequence

from citeloom.grounding.vectors import cosine, idf, tf_idf
from citeloom.papers.paper import Paper
from citeloom.words import terms


def closest_text(paper: Paper, texts: Sequence[str]) -> int:
    """Return the place of the text that is closest to a paper: cosine of tf-idf vectors.

    If no text has a word of the paper's title and abstract, the last one counts as the closest.

    Parameters
    ----------
    texts
        At least one.
    """
    own, *others = (terms(text) for text in (f"{paper.title}. {paper.abstract}", *texts))
    weights = idf([own, *others])
    wanted = tf_idf(own, weights)
    scores = [cosine(wanted, tf_idf(other, weights)) for other in others]
    return max(range(len(scores)), key=lambda at: (scores[at], at))
