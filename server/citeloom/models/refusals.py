"""Words by which endpoints refuse a request that can be mended."""

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


def names_parameter(said: str, name: str) -> bool:
    """Tell whether an endpoint's words are about a parameter of that name."""
    return re.search(rf"\b{name}\b", said, re.IGNORECASE) is not None
