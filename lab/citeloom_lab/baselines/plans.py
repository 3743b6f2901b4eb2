"""What the plan of a baseline is about."""

from typing import Literal

Plans = Literal["", "groups", "sentences"]
"""What an answer's plan says: nothing, which references belong together, or whom sentences cite."""
