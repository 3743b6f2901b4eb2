"""The sources of suggestions for which nobody has to be asked."""

from citeloom.actions.context import Context, Opened
from citeloom.actions.corpus.opening import CorpusPlace, corpus_place
from citeloom.actions.suggesting.from_corpus import CorpusSource
from citeloom.actions.suggesting.from_references import ReferencesSource
from citeloom.actions.suggesting.sources import CandidateSource


def sources_in_hand(
    opened: Opened, context: Context, corpus: CorpusPlace | None = None
) -> tuple[CandidateSource, ...]:
    """Return the corpus and the papers that references cite, the best first.

    Parameters
    ----------
    corpus
        Where the corpus is; None for the one in the user's data.
    """
    place = corpus or corpus_place(context)
    return (CorpusSource(place, opened.project.root, context), ReferencesSource(opened, context))
