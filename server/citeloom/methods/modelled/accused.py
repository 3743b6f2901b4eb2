"""Tells of a model's sentences that accuse papers of what nothing known of them speaks of."""

from collections.abc import Iterable, Iterator

from citeloom.grounding.accusations import accusations
from citeloom.methods.modelled.showing_papers import without_orders
from citeloom.methods.result import Sentence
from citeloom.papers.paper import Paper


def accusation_warnings(sentences: Iterable[Sentence], papers: Iterable[Paper]) -> Iterator[str]:
    """Yield a warning for each sentence with an accusation that no paper which it cites has.

    What a paper orders a model to say counts for nothing.
    """
    known = {paper.id: paper for paper in papers}
    for sentence in sentences:
        cited = [known[paper] for paper in sentence.cites if paper in known]
        texts = (without_orders(text) for paper in cited for text in (paper.title, paper.abstract))
        if found := next(accusations(sentence.text, texts), None):
            yield (
                f"the model wrote “{found.text}”, which nothing known of the cited papers says;"
                f" take this sentence out unless you can prove it: {sentence.text}"
            )
