"""How papers and the draft are shown to a model."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from itertools import chain, takewhile

from citeloom.grounding.evidence import DRAFT
from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.task import DraftText, Surroundings, WritingTask
from citeloom.models.injections import has_border, instructions_in
from citeloom.models.port import Message
from citeloom.models.prompts import Prompts
from citeloom.models.quoting import Fence, without_citation_marks
from citeloom.papers.authors import author_names
from citeloom.papers.citing_sentence import CitingSentence
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

MOST = 3
"""How many sentences on one paper are shown; those first that cite the fewest others."""

LONGEST = 400
"""How many characters of a sentence are shown; what is much longer is no sentence."""


def usable_mentions(paper: Paper, around: Surroundings) -> tuple[CitingSentence, ...]:
    """Return sentences that say what a paper without an abstract is about.

    Instructions to a model and repetitions are left out.
    """
    if paper.abstract.strip():
        return ()
    found: dict[str, CitingSentence] = {}
    for sentence in around.mentions_of(paper):
        if len(found) == MOST:
            break
        if sentence.text.strip() and not instructions_in(sentence.text):
            found.setdefault(sentence.text, sentence)
    return tuple(found.values())


def mention_texts(paper: Paper, around: Surroundings) -> tuple[str, ...]:
    """Return the usable mentions as a model sees them: without citation marks, cut if long."""
    return tuple(
        shorten(without_citation_marks(sentence.text), LONGEST)
        for sentence in usable_mentions(paper, around)
    )


NO_ABSTRACT = "(no abstract is known; write only what the title says)"
OTHERS_SAY = (
    "No abstract of it is known. Write only what its title says, and what other papers say of it:"
)


def show_paper(
    paper: Paper, around: Surroundings, ids: ShortIds, fence: Fence, share: float = 1.0
) -> str:
    """Return a paper as a model sees it: its short id, authors, year, title, venue and abstract.

    The authors stand as the text will name them, so that a model chooses the verb that fits. What
    other references say of the paper replaces an unknown abstract. Sentences that read like
    instructions to a model are not shown. ``share`` is about how much of the abstract is shown, in
    whole sentences.
    """
    short = ids.short(paper.id)
    abstract = _cut(without_orders(paper.abstract), share)
    told = _cut_list(mention_texts(paper, around), share)
    abstract = abstract or ("" if told else NO_ABSTRACT)
    text = "\n".join(filter(None, [paper_head(paper), without_orders(paper.venue), abstract]))
    lines = [f"{short}:", quote_text(text, short, fence)]
    if told:
        lines += [OTHERS_SAY, quote_text("\n".join(told), short, fence)]
    return "\n".join(lines)


def show_papers(
    papers: Iterable[Paper],
    around: Surroundings,
    ids: ShortIds,
    fence: Fence,
    share: float = 1.0,
) -> str:
    return "\n\n".join(show_paper(paper, around, ids, fence, share) for paper in papers)


def authors_and_year(paper: Paper) -> str:
    """Return the authors as a text names them, and the year: ``Smith and Lee, 2020``."""
    return ", ".join(filter(None, [without_orders(author_names(paper)), str(paper.year or "")]))


def paper_head(paper: Paper) -> str:
    """Return the first lines of a paper: its authors and year, then its title."""
    return "\n".join(filter(None, [authors_and_year(paper), without_orders(paper.title)]))


def list_authors(papers: Iterable[Paper], ids: ShortIds) -> str:
    """Return a line for each paper: its short id, its authors and its year."""
    lines = (f"{ids.short(paper.id)}: {authors_and_year(paper)}" for paper in papers)
    return "\n".join(line.removesuffix(": ") for line in lines)


def show_draft(draft: DraftText, fence: Fence) -> str:
    """Return the draft's title and abstract as a model sees them, without citation marks.

    A model must not take the draft's own ``[12]`` for the number of a reference.
    """
    text = f"{draft.title}\n\n{without_citation_marks(draft.abstract)}"
    return fence.quote(MARK.sub("", text).strip(), DRAFT)


def with_wishes(
    messages: Sequence[Message], task: WritingTask, prompts: Prompts, fence: Fence
) -> tuple[Message, ...]:
    """Return messages with what the author of a task wants of the text: a theme, an instruction.

    Each addition stands at the end of the last message of its role.
    """
    wish = task.instruction
    if task.theme:
        prompt, named = prompts["modelled/theme"], {"theme": task.theme}
    elif wish is not None:
        prompt, named = prompts["modelled/instruction"], asdict(wish)
        named["instruction"] = named.pop("words")
    else:
        return tuple(messages)
    quoted = {
        name: fence.quote(MARK.sub("", words), name) if words else ""
        for name, words in named.items()
    }
    found = list(messages)
    for more in prompt.messages(**quoted):
        last = max(at for at, message in enumerate(found) if message.role == more.role)
        found[last] = replace(found[last], text=f"{found[last].text}\n\n{more.text}")
    return tuple(found)


def suspicions(papers: Sequence[Paper], around: Surroundings | None = None) -> tuple[str, ...]:
    """Return a warning for each paper with instructions to a model in the text that is read."""
    known = around or Surroundings()
    bare = [paper for paper in papers if not paper.abstract.strip()]
    said = chain.from_iterable(map(known.mentions_of, bare))
    texts = [
        (paper.id, field, text)
        for paper in papers
        for field, text in (
            ("title", paper.title),
            ("abstract", paper.abstract),
            ("author field", author_names(paper)),
            ("venue", paper.venue),
        )
    ]
    texts += [(sentence.by, "full text", sentence.text) for sentence in said]
    names = {paper.id: paper.key or paper.id for paper in papers}
    return tuple(
        dict.fromkeys(
            f"{names.get(paper, paper)}: its {read} contains text that reads like instructions to "
            f"a language model ('{orders[0]}'); check what was written about it"
            for paper, read, text in texts
            if (orders := orders_in(text))
        )
    )


def _cut(abstract: str, share: float) -> str:
    if share >= 1:
        return abstract
    found = sentences(abstract)
    return abstract[: found[max(1, round(len(found) * share)) - 1].end] if found else abstract


def _cut_list(told: Sequence[str], share: float) -> Sequence[str]:
    return told[: max(1, round(len(told) * share))]


def quote_text(text: str, short: str, fence: Fence) -> str:
    """Quote a paper's text without citation marks and words that could be taken for our ids."""
    return fence.quote(MARK.sub("", without_citation_marks(text)), short)


def without_orders(text: str) -> str:
    """Return a text without the sentences that read like instructions to a model.

    Nothing is left of what stands behind a false end of the text, whatever it says; and nothing at
    all where instructions are so spread over sentences that none of them alone reads so.
    """
    if not orders_in(text):
        return text
    own = takewhile(lambda sentence: not has_border(sentence.text), sentences(text))
    left = " ".join(sentence.text for sentence in own if not orders_in(sentence.text))
    return "" if orders_in(left) else left


@lru_cache(maxsize=4096)
def orders_in(text: str) -> tuple[str, ...]:
    """Return what `instructions_in` finds; a run shows the same texts in many questions."""
    return instructions_in(text)
