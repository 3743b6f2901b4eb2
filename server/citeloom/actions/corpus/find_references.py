"""Find the references of a request that wants those of a corpus."""

from contextlib import closing
from dataclasses import replace

from citeloom.actions.context import Context, project_folder
from citeloom.actions.corpus.draft_embedder import draft_embedder, not_agreed, opened_embedder
from citeloom.actions.corpus.draft_search import CorpusSearch
from citeloom.actions.corpus.found_references import FoundReferences
from citeloom.actions.corpus.opening import corpus_place
from citeloom.actions.papers.own_libraries import searched_libraries
from citeloom.actions.writing.task.plan import open_draft
from citeloom.actions.writing.task.request import WriteRequest, parameters_of
from citeloom.actions.writing.task.sendable import sendable_draft
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.port import NoProgress, Progress
from citeloom.methods.registry import method_named
from citeloom.papers.collection import PaperSearch
from citeloom.papers.from_bib import papers_of
from citeloom.problem import InputError

BY_WORDS = (
    "your libraries have no vectors: they were searched by words; Citegeist's paper compares "
    "embeddings"
)


async def find_references(
    request: WriteRequest, context: Context, progress: Progress | None = None, handed_over: str = ""
) -> FoundReferences:
    """Return the papers of a corpus, or of libraries, that a draft's related work is to be about.

    Breadth, depth and diversity are those of Citegeist where it writes, else its defaults.

    Parameters
    ----------
    handed_over
        As in `citeloom.actions.writing.models.configured_embedder`.

    Raises
    ------
    InputError
        If the draft or the corpus cannot be read, or the corpus has nothing that fits.
    """
    named = "your libraries" if request.from_library else "the corpus"
    if request.keys or request.outline is not None:
        other = "an outline" if request.outline is not None else "keys"
        raise InputError(f"references can come from {named} or from {other}, not from both")
    if request.from_corpus and request.from_library:
        raise InputError(
            "references can come from the corpus or from your libraries, not from both"
        )
    opened = open_draft(request.main, context)
    method = method_named(request.method or opened.settings.method)
    given = parameters_of(method, request)
    parameters = given if isinstance(given, CitegeistParameters) else CitegeistParameters()
    project = opened.project
    target = opened.meant_section(request.section, request.main)
    folder = project_folder(project, request.main, context)
    draft, _ = sendable_draft(opened, target, folder, [])
    excluded = [entry for key in request.exclude if (entry := project.entry(key)) is not None]
    place = corpus_place(context, request.corpus)
    embedder = draft_embedder(project.root, context, handed_over)
    store: PaperSearch
    told: list[str] = []
    if embedder is not None and not embedder.may_be_sent_to:
        told.append(not_agreed(embedder))
    if request.from_library:
        libraries = searched_libraries(context.user)
        store = libraries
        told.append(BY_WORDS)
    else:
        store = place.open_store()
    with closing(store):
        async with opened_embedder(embedder) as embedding:
            search = CorpusSearch(store, embedding, parameters, papers_of(excluded), named)
            found = await search.find(
                draft, context, progress or NoProgress(), fetch=request.full_texts
            )
    if request.from_library:
        told += libraries.notes
    return replace(found, warnings=(*told, *found.warnings))
