"""What can be set of Select-Read-Write: its limits."""

from pydantic import Field

from citeloom.methods.port import Parameters


class SelectReadWriteParameters(Parameters):
    """Parameters of Select-Read-Write. Its other selectors are the laboratory's."""

    memory_tokens: int = Field(4096, ge=200, description="Maximum tokens of the working memory.")
    steps: int = Field(60, ge=1, description="Maximum sections to read.")
