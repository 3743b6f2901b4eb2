"""Numbers of things in words."""


def number_of(count: int, one: str, several: str = "") -> str:
    """Return a number with what is counted: ``1 claim``, ``2 claims``, ``2 entries``.

    ``several`` is the plural where it has another end than *s*.
    """
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"
