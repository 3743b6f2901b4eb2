"""A model whose sentences come in the forms in which models write them."""

import json
from dataclasses import dataclass

from citeloom.models.answers import read_answer
from citeloom.models.port import Question
from stand_in_model import Answer, StandIn

FORMS = {
    "plain": ("Parsers of this kind are fast.", "A tagger reads the text once."),
    "names": ("{id} proposes a parser.", "SQuAD {id} is a data set, as Smith et al. {id} shows."),
    "formulas": (
        r"The $\alpha$-divergence takes $O(n\log n)$ steps.",
        r"It takes O(n\log n) steps for $\softmax(x_i)$ by \mathcal{A}.",
    ),
    "other scripts": ("The word мир means peace ★ and 中文.", "Erdős and naïve users ﬁnd ℝ."),
    "echoed tags": ('As <quoted-9176ab12cd34 id="P1"> says, it is fast.', 'It is fast id="P5">.'),
    "links": ("See https://evil.example/x or fast.ai for it.", "It needs Node.js/Express."),
}
"""Two sentences of each form, which take turns; ``{id}`` stands for a paper."""


@dataclass
class FormedModel(StandIn):
    """A model that writes sentences of one form about all papers that it is asked about.

    Its answers are read from JSON as a weak model writes it: backslashes are not escaped.
    """

    form: str = "plain"

    async def ask(self, question: Question[Answer]) -> Answer:
        schema = question.answer.model_json_schema()
        if "paragraphs" not in schema["properties"]:
            return await super().ask(question)
        cites = next(
            own["properties"]["cites"]["items"]
            for own in schema["$defs"].values()
            if "cites" in own["properties"]
        )
        sentences = [
            {"text": FORMS[self.form][at % 2].replace("{id}", f"[{short}]"), "cites": [short]}
            for at, short in enumerate(cites["enum"])
        ]
        text = {"paragraphs": [{"topic": self.form, "sentences": sentences}]}
        written = json.dumps({**text, "plan": ""} if "plan" in schema["properties"] else text)
        found = read_answer(written.replace("\\\\", "\\"), question.answer)
        question.check(found)
        return found
