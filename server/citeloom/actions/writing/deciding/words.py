"""Says whose words are left out where an author and a new text changed the same."""

from collections.abc import Iterable, Iterator

from citeloom.placing.folding import excerpt
from citeloom.placing.merge import Collision


def collision_lines(collisions: Iterable[Collision]) -> Iterator[str]:
    """Yield a line for each sentence, or passage of the author's, that is left out."""
    for collision in collisions:
        if collision.is_all:
            yield f"Replaced, as you decided: all between the marks, '{excerpt(collision.own)}'"
        elif collision.taken:
            yield f"Replaced, as you decided: {collision.own or 'what you took out'}"
        else:
            why = "changed" if collision.own else "took out"
            for sentence in collision.new:
                yield f"Left out, as you {why} what it stands for: {sentence}"
