"""What a model's text holds beside its own words: strangers, links, commands of LaTeX."""

from collections.abc import Collection

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.clean_words import clean_words, names_stranger, with_usual_signs
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.modelled.written_text import WrittenText, add_marks, change_texts, cited_ids


def clean_text(text: WrittenText, known: Collection[str]) -> WrittenText:
    """Return a text without what no related work holds.

    ``known`` are names that may stay, as in ``clean_words``. A sentence that names another host,
    address or wallet goes; where no other one cites its papers, only the name does.
    """
    only = {*cited_ids(text)}.difference(cited_ids(without_strangers(text, known)))

    def clean(words: str) -> str:
        # A mark that stands in what goes, as in the braces of a command, stays.
        own = clean_words(words, known)
        return add_marks(own, ids_in(words)) if any(map(str.isalnum, own)) else ""

    return change_texts(without_strangers(text, known, only), clean)


def without_strangers(
    text: WrittenText, known: Collection[str], papers: Collection[str] = ()
) -> WrittenText:
    """Return a text without the sentences that name hosts, addresses or wallets not in ``known``.

    Those that cite one of ``papers`` stay as they are. Paragraphs stay, also empty ones: their
    papers may get other sentences.
    """

    def left(sentence: str) -> str:
        if not names_stranger(sentence, known):
            return sentence
        pieces = [it.text for it in sentences(with_usual_signs(sentence))]
        own = " ".join(it for it in pieces if not names_stranger(it, known))
        return own if own or set(papers).isdisjoint(ids_in(sentence)) else sentence

    return change_texts(text, left)
