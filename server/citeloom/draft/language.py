"""The language that a draft is written in, as its packages say."""

from collections.abc import Iterable

from citeloom_latex.tex.facts import TexFacts

TAGS = {
    "english": "en", "american": "en", "usenglish": "en", "british": "en", "ukenglish": "en",
    "canadian": "en", "australian": "en", "german": "de", "ngerman": "de", "austrian": "de",
    "naustrian": "de", "swissgerman": "de", "nswissgerman": "de", "french": "fr",
    "francais": "fr", "frenchb": "fr", "acadian": "fr", "spanish": "es", "portuguese": "pt",
    "brazilian": "pt", "brazil": "pt", "portuges": "pt", "italian": "it", "dutch": "nl",
    "russian": "ru", "ukrainian": "uk", "polish": "pl", "czech": "cs", "slovak": "sk",
    "swedish": "sv", "danish": "da", "norsk": "nb", "norwegian": "nb", "finnish": "fi",
    "hungarian": "hu", "romanian": "ro", "greek": "el", "turkish": "tr", "catalan": "ca",
    "croatian": "hr", "slovene": "sl", "slovenian": "sl", "vietnamese": "vi", "indonesian": "id",
    "japanese": "ja", "korean": "ko", "chinese": "zh", "arabic": "ar", "hebrew": "he",
    "persian": "fa",
}  # fmt: skip

PACKAGES = {"ctex": "zh", "xeCJK": "zh", "CJK": "zh", "CJKutf8": "zh", "luatexja": "ja"}
CLASSES = {
    "ctexart": "zh",
    "ctexrep": "zh",
    "ctexbook": "zh",
    "ctexbeamer": "zh",
    "jsarticle": "ja",
}


def language_of(facts: Iterable[TexFacts], text: str) -> str:
    """Return the draft's language as a BCP 47 tag; English where nothing says otherwise.

    polyglossia's main language counts first, then babel's (``main=``, else its last option, else
    the last language among the class options), then CJK packages and classes, and at last the
    letters of ``text`` (the title and abstract).
    """
    all_facts = list(facts)
    for one in all_facts:
        for name in one.languages:
            if name.lower() in TAGS:
                return TAGS[name.lower()]
    packages = [package for facts in all_facts for package in facts.packages]
    class_options = [
        option
        for package in packages
        if package.command == "documentclass"
        for option in package.options
    ]
    for package in packages:
        if package.name == "babel":
            tag = _babel(package.options or ()) or _babel(class_options)
            if tag:
                return tag
    for package in packages:
        table = CLASSES if package.command.lower().endswith("class") else PACKAGES
        if package.name in table:
            return table[package.name]
    return _by_letters(text)


def _babel(options: Iterable[str]) -> str:
    tag = ""
    for option in options:
        name, _, value = option.replace(" ", "").partition("=")
        if name == "main":
            return TAGS.get(value.lower(), "")
        tag = TAGS.get(name.lower(), tag)
    return tag


def _by_letters(text: str) -> str:
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return "en"

    def share(first: int, last: int) -> float:
        return sum(first <= ord(letter) <= last for letter in letters) / len(letters)

    if share(0x3040, 0x30FF) > 0.1:
        return "ja"
    if share(0xAC00, 0xD7A3) > 0.3:
        return "ko"
    if share(0x4E00, 0x9FFF) > 0.3:
        return "zh"
    if share(0x0400, 0x04FF) > 0.3:
        return "ru"
    return "en"
