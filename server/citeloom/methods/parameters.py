"""The base of every method's parameters."""

from pydantic import BaseModel, ConfigDict


class Parameters(BaseModel):
    """Parameters of a method; this base is for a method that has none.

    Each field has a default and a description, which `--set` and the documents show.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
