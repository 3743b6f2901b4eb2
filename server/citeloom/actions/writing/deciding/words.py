"""Says whose words are left out where an author and a new text changed the same."""

from collections.abc import Iterator

from citeloom.actions.writing.insert import Insertion
from citeloom.placing.folding import excerpt
from citeloom.plural import number_of


def merge_lines(insertion: Insertion) -> Iterator[str]:
    """Yield a line for each sentence, or passage of the author's, that is left out.

    Paragraphs that stand elsewhere, so that the author's sentences keep their order, are counted.
    """
    if insertion.moved:
        paragraphs = number_of(insertion.moved, "new paragraph")
        yield f"Moved, so that your own sentences keep their order: {paragraphs}"
    for collision in insertion.collisions:
        if collision.is_all:
            yield (
                "Replaced, as you decided: everything between the marks, "
                f"'{excerpt(collision.own)}'"
            )
        elif collision.taken:
            yield f"Replaced, as you decided: {collision.own or 'what you took out'}"
        else:
            why = "changed" if collision.own else "took out"
            for sentence in collision.new:
                yield f"Left out, because you {why} the sentence that it replaces: {sentence}"
