"""What can be set of a method: the base of every method's own parameters."""

from pydantic import BaseModel, ConfigDict


class Parameters(BaseModel):
    """Parameters of a method; as it stands, of one with nothing to set.

    Each field has a default and a description, which `--set` and the documents show.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
