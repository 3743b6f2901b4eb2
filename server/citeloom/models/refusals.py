"""Words by which endpoints refuse a request, and models an answer."""

import json
import re

TOO_LONG = re.compile(
    r"context[ _](?:length|window|size)|maximum context|too many tokens|prompt is too long"
    r"|input (?:length|is too long)|exceeds? the (?:available|model'?s|maximum)"
    r"|context_length_exceeded|reduce the length",
    re.IGNORECASE,
)
"""The messages do not fit."""

SCHEMA = re.compile(
    r"response_format|json_schema|structured output|schema|requested parameters", re.IGNORECASE
)
"""The endpoint does not take the form of answer; OpenRouter: no provider takes all parameters."""

SYSTEM = re.compile(
    r"system role|role[^.]{0,40}system|system[^.]{0,20}(?:not support|message)"
    r"|roles must alternate",
    re.IGNORECASE,
)
"""The model's chat template knows no system message (Gemma, first Mistral models)."""

STREAM = re.compile(r"\bstream(?:ing|ed)?\b", re.IGNORECASE)
"""The endpoint sends no answer in pieces, or not one of this form."""

TOO_LARGE = re.compile(
    r"max_(?:completion_)?tokens\W[^.]{0,40}too (?:large|high)|in the completion", re.IGNORECASE
)
"""The limit of the answer's length is more than the model can write."""

FILTER = re.compile(
    r"content[_ -]?filter|content (?:management )?policy|ContentPolicyViolation|ResponsibleAI"
    r"|data_inspection_failed|DataInspectionFailed|inappropriate content|moderation"
    r"|(?:input|prompt|content)[^.]{0,40} (?:was|is|been|got) flagged|usage polic(?:y|ies)",
    re.IGNORECASE,
)
"""The provider does not accept this text.

https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter (400, "content_filter");
https://openrouter.ai/docs/api-reference/errors (403, "requires moderation and was flagged").
"""

_NO = re.compile(
    r"\b(?:can(?:no|['’]|)t|won['’]?t|will not|(?:am|['’]m) (?:not able|unable)|decline|refuse"
    r")\b[^.!?]{0,60}\b(?:help|assist|comply|provide|write|fulfil\w*|process|continue"
    r"|answer|discuss|summari[sz]e|request)\b",
    re.IGNORECASE,
)
_SORRY = re.compile(
    r"\W*(?:\w+ )?(?:"
    # German, Dutch, French, Spanish, Portuguese, Italian, Polish, Turkish, Russian
    r"(?:es )?tut mir leid|entschuldig\w+|bedauerlicherweise|het spijt (?:me|mij)|helaas"
    r"|(?:je suis |nous sommes )?désolée?s?\b|je regrette|lo siento|lo lamento|disculp\w+"
    r"|desculp\w+|sinto muito|lamento|(?:mi|ci) dispiace|spiacente|przykro mi|przepraszam"
    r"|üzgünüm|maalesef|к сожалению|извините|простите"
    # Arabic, Hindi, Korean, Japanese, Chinese
    r"|عذر|آسف|للأسف|نعتذر|क्षमा|माफ़|खेद|죄송|유감|申し訳|すみません|恐れ入りますが"
    r"|(?:很|非常|十分|真的)?(?:抱歉|对不起|對不起|遗憾|遺憾))",
    re.IGNORECASE,
)
"""An excuse in other languages, with which an answer begins."""

_CANNOT = re.compile(
    r"\bich (?:kann|darf|werde)\b[^.!?]{0,60}\bnicht\b|\b(?:kann|darf) ich\b[^.!?]{0,40}\bnicht\b"
    r"|\bje ne (?:peux|suis|puis)\b|\bno puedo\b|\bnão posso\b|\bnon posso\b"
    r"|\bik kan\b[^.!?]{0,60}\bniet\b|\bnie mogę\b|\bя не (?:могу|буду)\b"
    r"|我(?:无法|無法|不能|不便|不可以)",
    re.IGNORECASE,
)
"""What a model says of itself in other languages; a text about papers does not speak so."""

_APOLOGY = re.compile(
    r"\W*(?:(?:i['’]m|i am|we are|so) sorry\b|sorry,|(?:i|we) apologi[sz]e|as an ai\b"
    r"|unfortunately, i\b"
    r"|i (?:can(?:not|['’]t)|am (?:not able|unable)|won['’]t|will not|must decline|decline)\b)",
    re.IGNORECASE,
)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_LONGEST_NO = 1_000


def is_refusal(text: str) -> bool:
    """Tell whether an answer that cannot be used is a model's excuse, also inside of an object."""
    if len(text) > _LONGEST_NO:
        return False
    if "{" in text:
        return any(is_excuse(_decoded(string)) for string in _STRING.findall(text))
    return bool(_NO.search(text) or _SORRY.match(text) or _CANNOT.search(text))


def is_excuse(sentence: str) -> bool:
    """Tell whether a model excuses itself where a sentence about papers was asked for."""
    return any((_APOLOGY.match(sentence), _SORRY.match(sentence), _CANNOT.search(sentence)))


def _decoded(string: str) -> str:
    try:
        return str(json.loads(string, strict=False))
    except ValueError:
        return string.strip('"')


def names_parameter(said: str, name: str) -> bool:
    """Tell whether an endpoint's words are about a parameter of that name."""
    return re.search(rf"\b{name}\b", said, re.IGNORECASE) is not None
