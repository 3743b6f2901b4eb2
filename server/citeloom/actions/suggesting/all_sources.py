"""All who are searched for suggestions."""

from citeloom.actions.context import Context, Opened
from citeloom.actions.corpus.opening import CorpusPlace, corpus_folder, corpus_place
from citeloom.actions.suggesting.from_bib import BibSource
from citeloom.actions.suggesting.from_corpus import CorpusSource
from citeloom.actions.suggesting.from_libraries import LibrarySource
from citeloom.actions.suggesting.from_references import ReferencesSource
from citeloom.actions.suggesting.from_services import services_in_reach
from citeloom.actions.suggesting.sources import CandidateSource
from citeloom.methods.port import Progress


def all_sources(
    opened: Opened,
    context: Context,
    corpus: CorpusPlace | None = None,
    *,
    may_ask: bool | None = None,
    progress: Progress | None = None,
) -> tuple[CandidateSource, ...]:
    """Return the corpus, the user's libraries, uncited entries, what references cite, services.

    Parameters
    ----------
    corpus
        Where the corpus is; None for the one in the user's data.
    may_ask
        Whether services may be asked; None for what the user has answered to that.
    """
    return (
        *sources_in_hand(opened, context, corpus),
        *services_in_reach(context, may_ask, progress),
    )


def sources_in_hand(
    opened: Opened, context: Context, corpus: CorpusPlace | None = None
) -> tuple[CandidateSource, ...]:
    """Return the sources for which nobody has to be asked, as `all_sources` does."""
    place = corpus or corpus_place(context)
    # Nobody is told of a corpus that they have never built.
    is_theirs = place != corpus_folder(context) or place.path.exists()
    return (
        *((CorpusSource(place, opened.project.root, context),) if is_theirs else ()),
        LibrarySource(context),
        BibSource(opened, context),
        ReferencesSource(opened, context),
    )
