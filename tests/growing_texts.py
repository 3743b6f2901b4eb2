"""A stand-in for a careful model in ChatCite's turns: it changes nothing but what it adds."""

import re
from typing import Any

from citeloom.methods.modelled.written_text import as_plain
from stand_in_model import StandIn

_SO_FAR = re.compile(r"^The text so far:\n\n<quoted-\w+>\n(?P<text>.*?)\n</", re.M | re.S)
_NEW = re.compile(r'id="(P\d+)"')
_FULL = 4


class Adding(StandIn):
    """Answers a turn with the text so far and a sentence on the new paper, another by sample.

    Asked for a paragraph, it writes on in the last one until that has four sentences, then it
    begins one, with two. It votes for what the second sample wrote. ``written`` counts the
    characters of its turns.
    """

    written = 0

    async def ask(self, question: Any) -> Any:
        found = await super().ask(question)
        said = question.messages[-1].text
        if question.step == "votes":
            versions = said.partition("Version 1")[2].split("Version 2")
            found.best = 1 + (versions[1].count("Sample 1") > versions[0].count("Sample 1"))
        if question.step != "increments":
            return found
        so_far = _SO_FAR.search(said)
        paragraphs = so_far["text"].split("\n\n") if so_far else []
        new = _NEW.findall(said)[-1]
        sentence = f"Sample {question.sample} is about setting {new[1:]} [{new}]."
        if paragraphs and paragraphs[-1].count(".") < _FULL:
            paragraphs[-1] += f" {sentence}"
        else:
            paragraphs.append(
                f"{sentence} Setting {new[1:]} is good [{new}]." if paragraphs else sentence
            )
        if "Answer with the one paragraph" in question.messages[0].text:
            paragraphs = paragraphs[-1:]
        text = question.reader.read("\n\n".join(paragraphs), cut_off=False)
        question.check(text)
        self.written += len(as_plain(text))
        return text
