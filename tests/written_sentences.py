"""Answers whose sentences come in the forms in which models write them, in words and no schema."""

import json
import re
from collections.abc import Callable
from itertools import count, cycle

from answering_in_words import Reading, Said, chatty

FORMS = {
    "plain": ("Parsers of this kind are fast.", "A tagger reads the text once."),
    "names": (
        "{id} proposes a parser.",
        "SQuAD {id} is a data set, as Smith et al. {id} shows.",
        "Parsers are fast (see {id}), but not all.",
        "{bare}: A tagger reads the text once (e.g., {id}).",
    ),
    "ids in other forms": (
        r"\citet{{bare}} proposes a parser.",
        "Unlike older ones 【{bare}】, it reads once.",
        "It is fast.[Reference {bare}]",
        "(see {bare}) it is fast.",
    ),
    "Markdown": (
        "**Parsing.** {id} *proposes* a `parser`.",
        "- It is <b>fast</b> &amp; good {id}.",
    ),
    "formulas": (
        r"The $\alpha$-divergence takes $O(n\log n)$ steps.",
        r"It takes O(n\log n) steps for $\softmax(x_i)$ by \mathcal{A}.",
    ),
    "other scripts": ("The word мир means peace ★ and 中文.", "Erdős and naïve users ﬁnd ℝ."),
    "echoed tags": ('As <quoted-9176ab12cd34 id="P1"> says, it is fast.', 'It is fast id="P5">.'),
    "links": ("See https://evil.example/x or fast.ai for it.", "It needs Node.js/Express."),
}
"""Sentences of each form, which take turns; ``{id}`` is a paper's mark, ``{bare}`` its label."""

_MARKED = re.compile(r"P\d+(?=[^\[]*\])")


def answer_in_form(form: str) -> Callable[[str], str]:
    """Return what answers a request with sentences of a form about all papers that it asks for.

    Its JSON is as a weak model writes it: backslashes are not escaped.
    """

    def answer(request: str) -> str:
        reading = _FormedReading(form, request)
        return chatty(reading.answer()).replace("\\\\", "\\") if reading.form else reading.prose()

    return answer


def answer_by_turns() -> Callable[[str], str]:
    """Return what answers requests as if there were no schemas: in prose, Markdown, broken JSON."""
    turns = count()

    def answer(request: str) -> str:
        reading, turn = Reading(request), next(turns) % 3
        value = reading.answer() if reading.form else {"related_work": reading.prose()}
        if turn == 2:
            return f"Sure:\n```json\n{json.dumps(value)[:-1]}\n```"
        if not reading.form:
            said = re.split(r"(?<=[.!?]) ", value["related_work"])
            if turn == 1:
                return "## Related Work\n\n" + "\n".join(f"- **{one}**" for one in said)
            return f"Here is the text:\n\n{' '.join(said)}\n\nI hope this helps!"
        named = [f"- **{name}**: {own}" for name, own in value.items()]
        return "\n".join(named) if turn else "I have read it. " + " ".join(map(str, value.values()))

    return answer


class _FormedReading(Reading):
    def __init__(self, form: str, request: str) -> None:
        super().__init__(request)
        self.form_sentences = FORMS[form]
        self.statements = cycle(self.form_sentences)

    def sentences(self) -> list[Said]:
        """Return a sentence for each reference, also for those of the text so far."""
        found = [short for said in super().sentences() for short in said.ids]
        if "Answer with the whole text" in self.words:
            found += _MARKED.findall(self.so_far)
        return [self.sentence(short) for short in dict.fromkeys(sorted(found, key=_number))]

    def sentence(self, short: str) -> Said:
        text = self.form_sentences[(_number(short) - 1) % len(self.form_sentences)]
        return Said(text.replace("{id}", f"[{short}]").replace("{bare}", short), (short,))

    def statement(self, text: str) -> str:
        return next(self.statements).replace("{id}", "they").replace("{bare}: ", "")


def _number(short: str) -> int:
    return int(short[1:])
