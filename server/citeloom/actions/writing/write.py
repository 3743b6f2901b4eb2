"""Write related work that was planned, with the project's own keys; or its outline alone."""

from dataclasses import dataclass, replace
from time import perf_counter

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder, not_agreed, opened_embedder
from citeloom.actions.corpus.found_references import FoundReferences
from citeloom.actions.papers.citing import KeptTexts
from citeloom.actions.writing.models import no_model, ports, usage_of
from citeloom.actions.writing.outline.request import check_outline_method
from citeloom.actions.writing.outline.text import INSTRUCTIONS, outline_text
from citeloom.actions.writing.task.plan import Plan
from citeloom.actions.writing.task.text_basis import TextBasis
from citeloom.draft.typesetting import letters_encoding, typesetting_of
from citeloom.methods.port import NoProgress, Progress
from citeloom.methods.result import Result
from citeloom.methods.verify import verify
from citeloom.models.setup import Setup
from citeloom.papers.fulltext.cache import FullTextCache
from citeloom.placing.citation_style import citation_style
from citeloom.placing.render import RenderedText, heading_commands, render, unset_letters


@dataclass(frozen=True, repr=False)  # `asyncio.run` asks for the repr of what it returns.
class Written:
    """Written related work; ``rendered`` is the LaTeX of its paragraphs.

    ``texts`` gives the full texts that are kept of its references.
    """

    plan: Plan
    result: Result
    rendered: RenderedText
    alternatives: tuple[RenderedText, ...]
    texts: KeptTexts

    @property
    def basis(self) -> TextBasis:
        """What was known of the papers that it cites."""
        left_out = {*self.result.uncited}
        cited = [it.id for it in self.plan.task.references if it.id not in left_out]
        by_title = sum(name in self.plan.by_title for name in cited)
        return TextBasis(len(cited), by_title, self.plan.method.uses_model)


async def write(
    plan: Plan, context: Context, progress: Progress | None = None, setup: Setup | None = None
) -> Written:
    """Write what was planned.

    Parameters
    ----------
    setup
        The language model that is asked, for methods that ask one.

    Raises
    ------
    InputError
        If the method cannot write from these papers, or a key cannot be used in a cite command; as
        ServiceError if the model cannot be used.
    """
    if plan.method.uses_model and setup is None:
        raise no_model(plan.method.name)
    started = perf_counter()
    asked = setup if plan.method.uses_model else None
    told = progress or NoProgress()
    root = plan.project.root
    embedder = None
    if plan.method.compares_texts:
        embedder = draft_embedder(root, context, asked.key.value if asked else "")
    opened = ports(context, asked, told, root, plan.texts)
    async with opened as (given, ledger), opened_embedder(embedder) as embedding:
        given = replace(given, embedder=embedding, first_sample=plan.first_sample)
        result = await plan.method.write(plan.task, plan.parameters, given)
    if embedder is not None and embedding is None:
        result = replace(result, warnings=(not_agreed(embedder), *result.warnings))
    verify(result, plan.task)
    ledgers = [ledger, embedding.ledger] if embedding else [ledger]
    usage = replace(usage_of(*ledgers), seconds=round(perf_counter() - started, 3))
    notes = (note for each in ledgers for note in each.notes)
    result = replace(result, usage=usage, warnings=(*result.warnings, *notes))
    if plan.found is not None:
        result = _with_search(result, plan.found)
    project = plan.project
    style = citation_style([document.facts for document in project.documents.values()])
    document = plan.target.document if plan.target else project.documents[project.root]
    encoding = letters_encoding(project, document.encoding)
    typesetting = typesetting_of(project)
    versions = [
        render(
            paragraphs,
            plan.key_of,
            style,
            encoding=encoding,
            typesetting=typesetting,
            headings=heading_commands(plan.target.section if plan.target else None),
        )
        for paragraphs in (result.paragraphs, *result.alternatives)
    ]
    different = {version.latex: version for version in versions[::-1]}
    versions = [version for version in versions if different[version.latex] is version]
    if (fewer := len(versions) - 1) < plan.task.alternatives:
        note = f"only {fewer} of {plan.task.alternatives} different alternatives could be made"
        result = replace(result, warnings=(*result.warnings, note))
    letters = unset_letters(versions[0].sentences, typesetting)
    result = replace(result, warnings=(*result.warnings, *letters))
    texts = KeptTexts(FullTextCache(context.user.full_texts), plan.texts)
    return Written(plan, result, versions[0], tuple(versions[1:]), texts)


async def make_outline(
    plan: Plan, context: Context, progress: Progress | None = None, setup: Setup | None = None
) -> str:
    """Return the outline by which the plan's method would write.

    Writing by it asks nothing again that was asked for it.

    Raises
    ------
    InputError
        If the method cannot follow an outline, or cannot make one; as ServiceError if the model
        cannot be used.
    """
    check_outline_method(plan.method)
    if plan.method.uses_model and setup is None:
        raise no_model(plan.method.name)
    opened = ports(context, setup, progress or NoProgress(), plan.project.root, plan.texts)
    async with opened as (given, _):
        taxonomy = await plan.method.outline(plan.task, plan.parameters, given)
    return f"{INSTRUCTIONS}\n{outline_text(taxonomy, plan.task.references)}"


def _with_search(result: Result, found: FoundReferences) -> Result:
    """Return a result whose trace says which papers the corpus gave, and its warnings."""
    papers = [paper.id for paper in found.papers]
    trace = {**result.trace, "from_corpus": {"papers": papers, "likeness": found.by}}
    warnings = tuple(dict.fromkeys((*found.warnings, *result.warnings)))
    return replace(result, trace=trace, warnings=warnings)
