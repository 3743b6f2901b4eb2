"""The key of an endpoint, hidden in what the endpoint says."""

from dataclasses import dataclass, field

_HIDDEN = "***"


@dataclass(frozen=True, slots=True)
class HiddenKey:
    """Hides a key; some endpoints and the programs between repeat what they were sent."""

    _key: str = field(default="", repr=False)

    def hide(self, text: str) -> str:
        """Return a text without the key."""
        return text.replace(self._key, _HIDDEN) if self._key else text

    def split(self, text: str) -> tuple[str, str]:
        """Return a text without the key, and its end apart where the key may have begun."""
        text = self.hide(text)
        for length in range(min(len(text), len(self._key) - 1), 0, -1):
            if self._key.startswith(text[-length:]):
                return text[:-length], text[-length:]
        return text, ""
