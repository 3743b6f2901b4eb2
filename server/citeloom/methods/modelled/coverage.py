"""Cover all chosen papers: ask again, twice at most, for those that a text forgot."""

from collections.abc import Sequence

from citeloom.grounding.closeness import closeness
from citeloom.methods.modelled.asker import Asker, Shown, join_texts
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.lengths import WORDS_A_REFERENCE
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenParagraph,
    WrittenText,
    as_plain,
    cited_ids,
)
from citeloom.models.port import Question
from citeloom.papers.paper import Paper

COVERAGE = "coverage"


async def cover_papers(asker: Asker, alone: bool, text: WrittenText) -> WrittenText:
    """Return a text with sentences on the papers that it does not cite, but those left out.

    The first question asks for all of them. Papers that are still missing then get a question
    each (``alone``), which shows neither the other papers nor the text, so that nothing in these
    can keep a paper out. A sentence goes into the paragraph of its papers where it was known before
    what paragraphs are about, else into the one whose words are closest. Papers that no answer
    cites stay out, and the result lists them as uncited. Where there is no text yet, the answer to
    the first question is the text.
    """
    asker.ports.progress.stage(COVERAGE)
    ids, cited = asker.ids, cited_ids(text)
    missing = [ids.paper(short) for short in ids.all if short not in cited]
    missing = [paper for paper in missing if paper.id not in asker.refused.left_out]
    if not missing:
        return text
    lists = [[paper] for paper in missing] if alone else [missing]

    def question(papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
        return shown.text(
            COVERAGE,
            "modelled/cover",
            shown.ids(papers),
            WORDS_A_REFERENCE * len(papers),
            further=() if alone else [short for short in cited if short in ids],
            text="" if alone else shown.quote(as_plain(text)),
            papers=shown.papers(papers),
        )

    instead = "its paper is not cited" if alone else "each paper was asked about alone"
    found = await ask_together(asker.text(own, question, instead) for own in lists)
    wanted = {ids.short(paper.id) for paper in missing}
    new = [
        own.model_copy(
            update={"sentences": [it for it in own.sentences if wanted & set(ids_in(it))]}
        )
        for own in join_texts(found).paragraphs
    ]
    if not text.paragraphs and not alone:
        return WrittenText(paragraphs=[own for own in new if own.sentences])
    for sentence in (it for own in new for it in own.sentences):
        text = _with_sentence(text, sentence)
    return text


def _with_sentence(text: WrittenText, sentence: str) -> WrittenText:
    if not text.paragraphs:
        return WrittenText(paragraphs=[WrittenParagraph(topic="", sentences=[sentence])])
    cited = set(ids_in(sentence))
    about = [
        at
        for at, own in enumerate(text.paragraphs)
        if isinstance(own, PlannedParagraph) and not cited.isdisjoint(own.about)
    ]

    def closest() -> int:
        parts = [" ".join(own.sentences) for own in text.paragraphs]
        return max(range(len(parts)), key=lambda place: closeness(sentence, parts[place]))

    # Of several paragraphs about a paper those before the last introduce it.
    place = about[-1] if about else closest()
    paragraphs = [
        own.model_copy(update={"sentences": [*own.sentences, sentence]}) if at == place else own
        for at, own in enumerate(text.paragraphs)
    ]
    return WrittenText(paragraphs=paragraphs)
