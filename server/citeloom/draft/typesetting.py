"""The engine that a draft is set by, and the letters that it can set there."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

from citeloom.draft.building.tool_files import LATEXMK_FILES, small_text
from citeloom.draft.files import Files
from citeloom.draft.project import Project
from citeloom_latex.plain import plain
from citeloom_latex.typesetting import CYRILLIC, Typesetting, script_of

_UNICODE_PACKAGES = frozenset(
    """
    fontspec unicode-math polyglossia xeCJK luatexja luatexja-fontspec luatexja-preset xltxtra
    mathspec luacode xetexko luatexko ltjarticle ltjsarticle ltjreport ltjsreport ltjbook ltjsbook
    """.split()  # noqa: SIM905
)
"""Packages and classes that need XeTeX or LuaTeX."""

_OTHER_ENGINES = frozenset(["inputenc", "fontenc"])
_EAST_ASIAN = frozenset(
    """
    ctex ctexart ctexrep ctexbook ctexbeamer kotex oblivoir xeCJK luatexja bxcjkjatype jarticle
    jsarticle jsbook ujarticle bxjsarticle jlreq
    """.split()  # noqa: SIM905
)
_ENVIRONMENT_OF_SCRIPTS = re.compile(
    r"\\begin\s*\{(CJK\*?)\}(?P<inside>(?:(?!\\begin\s*\{CJK).)*?)\\end\s*\{\1\}", re.DOTALL
)
_IS_WHOLE_DOCUMENT = re.compile(r"\\(?:section|chapter|maketitle|input|include)\b")
_LETTERS_OF_A_LANGUAGE = 20
"""A draft with so many letters of a script is written in it, by whatever class or package."""

_EAST_ASIAN_SCRIPTS = frozenset(["CJK", "HIRAGANA", "KATAKANA", "HANGUL"])
_UNICODE_ENGINES = re.compile(r"\b(?:xe|lua)(?:hb)?(?:la)?tex", re.IGNORECASE)
_LATEXMK_MODE = re.compile(r"^[ \t]*\$pdf_mode[ \t]*=[ \t]*['\"]?([45])", re.MULTILINE)
_LATEXMK_PROGRAM = re.compile(r"^[ \t]*\$(?:pdf)?latex[ \t]*=(.*)$", re.MULTILINE)
_DECLARED = re.compile(
    r"\\DeclareUnicodeCharacter\s*\{\s*([0-9A-Fa-f]{4,6})\s*\}|\\newunicodechar\s*\{(.)\}"
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_CYRILLIC_LANGUAGES = frozenset(
    ["russian", "ukrainian", "bulgarian", "serbianc", "belarusian", "macedonian", "mongolian"]
)
_ENCODED_AS_UTF8 = ("utf8", "utf8x", "utf-8")


def typesetting_of(project: Project) -> Typesetting:
    """Return what the engine of a project can set.

    A magic comment (``% !TEX program = xelatex``) tells the engine, a latexmkrc beside the root,
    or a package that needs XeTeX or LuaTeX. A character that stands in the draft can be set. Names
    that it cannot set are written as the .bib files spell them, where these do in Latin letters.
    What stands in an environment of the package CJK can be set there alone.
    """
    documents = list(project.documents.values())
    packages = [package for document in documents for package in document.facts.packages]
    names = {package.name for package in packages}
    options = {
        option.strip()
        for package in packages
        if package.name in ("fontenc", "babel") or package.command == "documentclass"
        for option in package.options
    }
    encodings = {option for option in options if option.isupper() or option[-1:].isdigit()}
    if options & _CYRILLIC_LANGUAGES:
        encodings.add(CYRILLIC[0])
    text = "\n".join(_COMMENT.sub("", document.text) for document in documents)
    text = _ENVIRONMENT_OF_SCRIPTS.sub(_outside, text)
    characters = set(_NOT_ASCII.findall(text)) | set(_declared(text))
    letters = Counter(script_of(char) for char in characters if char.isalpha())
    scripts = {script for script, number in letters.items() if number >= _LETTERS_OF_A_LANGUAGE}
    scripts.discard("MATHEMATICAL")
    if names & _EAST_ASIAN or scripts & _EAST_ASIAN_SCRIPTS:
        scripts |= _EAST_ASIAN_SCRIPTS
    is_unicode = _says_unicode(project, names)
    return Typesetting(
        is_unicode=is_unicode,
        encodings=frozenset(encodings),
        characters=frozenset(characters),
        scripts=frozenset(scripts & {script_of(char) for char in characters}),
        names=frozenset() if is_unicode else frozenset(_people(project)),
        has_csquotes="csquotes" in names,
    )


def _outside(found: re.Match[str]) -> str:
    """Return what can be set outside of an environment for Chinese, Japanese or Korean."""
    return found["inside"] if _IS_WHOLE_DOCUMENT.search(found["inside"]) else ""


def letters_encoding(project: Project, encoding: str) -> str:
    """Return the encoding in which letters of a file can be written.

    That is the file's, but where inputenc names another one: then letters are commands.
    """
    packages = (
        package for document in project.documents.values() for package in document.facts.packages
    )
    named = [option for own in packages if own.name == "inputenc" for option in own.options]
    is_utf8 = encoding.startswith("utf-8")
    if is_utf8 and named and not any(option.lower() in _ENCODED_AS_UTF8 for option in named):
        return "ascii"
    return encoding


def _says_unicode(project: Project, packages: Collection[str]) -> bool:
    root = project.documents[project.root]
    for comment in root.facts.magic_comments:
        if comment.name in ("program", "ts-program"):
            return _UNICODE_ENGINES.search(comment.value) is not None
    files = Files()
    if any(_is_unicode(small_text(files, root.path.parent / name)) for name in LATEXMK_FILES):
        return True
    # Templates for several engines load packages for each of them, under conditions.
    is_for_several = not _OTHER_ENGINES.isdisjoint(packages)
    return not is_for_several and not _UNICODE_PACKAGES.isdisjoint(packages)


def _is_unicode(latexmkrc: str) -> bool:
    programs = " ".join(_LATEXMK_PROGRAM.findall(latexmkrc))
    return bool(_LATEXMK_MODE.search(latexmkrc) or _UNICODE_ENGINES.search(programs))


def _people(project: Project) -> Iterator[str]:
    """Yield the words of all names of authors and editors that are in Latin letters."""
    for entry in project.entries:
        for role in ("author", "editor"):
            words = _WORD.findall(plain(entry.values.get(role, "")))
            yield from (word for word in words if script_of(word[0]) == "LATIN")


def _declared(text: str) -> set[str]:
    return {
        chr(int(found[1], 16)) if found[1] else found[2]
        for found in _DECLARED.finditer(text)
        if not found[1] or int(found[1], 16) < 0x110000
    }
