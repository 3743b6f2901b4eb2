"""Where the corpus is, in words, without asking a server."""

from citeloom.actions.corpus.opening import CorpusInMilvus, CorpusPlace


def corpus_words(place: CorpusPlace) -> str:
    """Say where a corpus is, and how large it is where that is known."""
    if isinstance(place, CorpusInMilvus) and place.address.server:
        if place.may_be_sent_to:
            return place.where
        return f"{place.where}; nothing is sent there before you agree ('citeloom corpus show')"
    if not place.size:
        return f"none {place.where}; 'citeloom corpus build DUMP' makes one"
    return f"{place.where}, {place.size / 1e6:.1f} MB"
