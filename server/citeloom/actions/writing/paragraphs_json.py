"""Written paragraphs as JSON values, each sentence with its sources; docs/json.md has the form."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from citeloom.actions.checking.claims.written_doubts import (
    DoubtfulSentence,
    WrittenDoubt,
    doubts_by_number,
    doubts_json,
)
from citeloom.grounding.evidence import DRAFT
from citeloom.methods.result import Part, Sentence
from citeloom.models.formulas import Formula
from citeloom.placing.render import RenderedText


def paragraphs_json(
    rendered: RenderedText, doubtful: Iterable[DoubtfulSentence] = ()
) -> list[dict[str, Any]]:
    """Return the paragraphs of a text as JSON values; a heading is a paragraph of its own.

    ``doubtful`` are the sentences that hold something that their papers do not say.
    """
    doubts, numbers = doubts_by_number(doubtful), count()
    return [
        {
            "topic": paragraph.topic,
            "sentences": [
                _sentence(written.sentence, rendered.keys, doubts.get(next(numbers), ()))
                for written in paragraph.sentences
            ],
        }
        for paragraph in rendered.paragraphs
    ]


def _sentence(
    sentence: Sentence, key_of: Mapping[str, str], doubts: Sequence[WrittenDoubt]
) -> dict[str, Any]:
    return {
        "text": sentence.text,
        "kind": sentence.kind.value,
        "parts": [_part(part, key_of) for part in sentence.parts],
        "cites": [key_of[paper] for paper in sentence.cites],
        "evidence": [
            {
                # What the draft says of itself can be a source too; it has no key.
                "key": "" if evidence.paper == DRAFT else key_of[evidence.paper],
                "source": evidence.source,
                "sentence": evidence.sentence,
                "start": evidence.start,
                "end": evidence.end,
                "score": round(evidence.score, 4),
                "verdict": evidence.verdict,
                "by": key_of[evidence.by] if evidence.by else "",
            }
            for evidence in sentence.evidence
        ],
        "doubts": doubts_json(doubts, sentence.text),
    }


def _part(part: Part, key_of: Mapping[str, str]) -> str | dict[str, Any]:
    if isinstance(part, str):
        return part
    if isinstance(part, Formula):
        return {"formula": part.latex, "words": part.words}
    keys = [key_of[paper] for paper in part.papers]
    return {"cites": keys, "form": part.form.value, "names": part.names, "note": part.note}
