"""Remove a corpus."""

from citeloom.actions.corpus.opening import CorpusFolder


def remove_corpus(folder: CorpusFolder) -> int:
    """Remove a corpus, also one whose building was stopped, and return how many bytes it had."""
    size = folder.size
    if size:
        with folder.writing():
            folder.remove()
    return size
