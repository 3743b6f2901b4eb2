"""What endpoints say when they refuse a request, as far as it can be mended."""

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
"""The form of the answer cannot be asked for; OpenRouter: no provider has all that is requested."""

SYSTEM = re.compile(
    r"system role|role[^.]{0,40}system|system[^.]{0,20}(?:not support|message)"
    r"|roles must alternate",
    re.IGNORECASE,
)
"""The model's chat template knows no system message (Gemma, first Mistral models)."""

TOO_LARGE = re.compile(
    r"max_(?:completion_)?tokens\W[^.]{0,40}too (?:large|high)|in the completion", re.IGNORECASE
)
"""The model cannot write so much."""


def refused_name(said: str, name: str) -> bool:
    """Tell whether an endpoint's words are about a parameter of that name."""
    return re.search(rf"\b{name}\b", said, re.IGNORECASE) is not None
