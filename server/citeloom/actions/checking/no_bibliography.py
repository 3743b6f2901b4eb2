"""A draft that cites, and of which no bibliography is known."""

from citeloom.draft.building.outputs import built_references
from citeloom.draft.files import Files
from citeloom.draft.project import Project
from citeloom.problem import Place, Problem, Severity

_UNREAD = frozenset({"missing-bib", "unread-bib"})


def no_bibliography(project: Project, files: Files) -> Problem | None:
    """Return the problem that cited keys cannot be checked: no bibliography is found, or no entry.

    Files that are only guessed count where they have at least half of the keys; of a part whose
    document is not known, all of them.
    """
    cited = {key.key for cited_at in project.flow.citations for key in cited_at.citation.keys} - {
        "*"
    }
    if not cited or project.bibitem_keys or any(p.rule in _UNREAD for p in project.problems):
        return None
    is_document = any(
        document.facts.document is not None for document in project.documents.values()
    )
    known = sum(project.entry(key) is not None for key in cited)
    needed = len(cited) / 2 if is_document else len(cited)
    is_found = project.bibliographies and not (project.is_guessed and known < needed)
    if is_found and len(project.entries):
        return None
    number = f"{len(cited)} {'key is' if len(cited) == 1 else 'keys are'} cited"
    if is_found:
        message = f"{number}, but {project.bibliographies[0].path.name} has no entries"
        severity, advice = Severity.ERROR, "add their entries"
    elif built := built_references(project.root, files):
        message = f"{number}, but no .bib file was found; {built.name} lists the references"
        severity, advice = Severity.NOTE, "put the .bib file into the draft's folder"
    elif is_document:
        message = f"{number}, but no .bib file was found"
        severity, advice = Severity.ERROR, "name it with \\bibliography or \\addbibresource"
    else:
        message = f"{number}, but no file that includes this one names a .bib file"
        severity = Severity.WARNING
        advice = "name that file in the first line: % !TEX root = ../main.tex"
    return Problem(severity, "no-bibliography", message, Place(project.root), advice)
