"""A page of texts to be voted on, one HTML file that works without a network."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from citeloom.methods.result import CitationMark
from citeloom.papers.paper import Paper
from citeloom.visible import visible_line
from citeloom_lab.evaluation.blind.faults import FAULTS, VOTES
from citeloom_lab.evaluation.blind.shuffled import BlindText
from citeloom_lab.evaluation.evaluated_text import EvaluatedSentence
from citeloom_lab.evaluation.example import Example

_FOLDER = files("citeloom_lab.evaluation.blind")


def page_of(texts: Sequence[BlindText]) -> str:
    """Return the page; it names no method, and everything in it is escaped."""
    script = (_FOLDER / "page.js").read_text(encoding="utf-8")
    style = (_FOLDER / "page.css").read_text(encoding="utf-8")
    page = sha256("".join(blind.name for blind in texts).encode()).hexdigest()[:16]
    sentences = sum(len(blind.text.sentences) for blind in texts)
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    head = (
        f'<!doctype html>\n<html lang="en" data-page="{page}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{len(texts)} texts to read</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )
    top = (
        f"<header><h1>{len(texts)} texts to read, {sentences} sentences</h1>"
        "<p>Say of each sentence whether you would keep it, edit it or throw it away, and why. "
        "Votes stay in this browser; export them when you are done. Keys on a sentence: "
        "<kbd>k</kbd>, <kbd>e</kbd>, <kbd>t</kbd>.</p>"
        '<p id="count" role="status"></p><p><button type="button" id="export">Export votes'
        '</button> <label class="file">Go on with exported votes <input type="file" id="import" '
        'accept=".json"></label></p></header>\n<main>\n'
    )
    body = "".join(_article(number, blind) for number, blind in enumerate(texts, 1))
    return f"{head}{top}{body}</main>\n<script>{script}</script>\n</body>\n</html>\n"


def _hash(source: str) -> str:
    return f"sha256-{b64encode(sha256(source.encode()).digest()).decode()}"


def _article(number: int, blind: BlindText) -> str:
    example = blind.example
    numbers = {paper.id: at for at, paper in enumerate(example.references, 1)}
    title = example.draft.title or "a paper without a title"
    paragraphs = "".join(_paragraphs(blind, numbers))
    return (
        f'<article id="{blind.name}">\n<h2>{number}. For {_shown(title)}</h2>\n'
        f"<details><summary>Its abstract</summary><p>{_shown(example.draft.abstract)}</p></details>"
        f"\n{paragraphs}<details><summary>References</summary><ol>{_references(example)}</ol>"
        "</details>\n</article>\n"
    )


def _paragraphs(blind: BlindText, numbers: Mapping[str, int]) -> Iterator[str]:
    at = 0
    for paragraph in blind.text.paragraphs:
        items = []
        for sentence in paragraph:
            items.append(_sentence(f"{blind.name}.{at}", sentence, numbers))
            at += 1
        yield f"<ol>{''.join(items)}</ol>\n"


def _sentence(name: str, sentence: EvaluatedSentence, numbers: Mapping[str, int]) -> str:
    votes = "".join(
        f'<label><input type="radio" name="{name}" value="{vote}">{words}</label>'
        for vote, words in VOTES.items()
    )
    faults = "".join(
        f'<label><input type="checkbox" name="{name}" value="{fault}">{words}</label>'
        for fault, words in FAULTS.items()
    )
    sources = "".join(f"<li>{_shown(source)}</li>" for source in sentence.sources)
    behind = f"<details><summary>Source</summary><ul>{sources}</ul></details>" if sources else ""
    return (
        f'<li class="sentence" id="{name}" tabindex="0"><p>{_words(sentence, numbers)}</p>{behind}'
        f'<fieldset class="vote"><legend>Vote</legend>{votes}</fieldset>'
        f'<fieldset class="faults"><legend>Faults</legend>{faults}</fieldset></li>\n'
    )


def _words(sentence: EvaluatedSentence, numbers: Mapping[str, int]) -> str:
    shown: list[str] = []
    for part in sentence.parts:
        if isinstance(part, CitationMark):
            cited = ", ".join(str(numbers.get(paper, "?")) for paper in part.papers)
            before = "" if part.names.endswith(" ") or not (part.names or shown) else " "
            shown.append(f"{_shown(part.names)}{before}<sup>[{cited}]</sup>")
        else:
            shown.append(_shown(part))
    return "".join(shown)


def _references(example: Example) -> str:
    return "".join(f"<li>{_reference(paper)}</li>" for paper in example.references)


def _reference(paper: Paper) -> str:
    people = ", ".join(author.family for author in paper.authors)
    year = str(paper.year or "")
    about = " ".join(part for part in (people, f"({year})" if year else "") if part)
    title = paper.title or "without a title"
    return f"<b>{_shown(title)}</b> {_shown(about)}<p>{_shown(paper.abstract or 'no abstract')}</p>"


def _shown(text: str) -> str:
    return escape(visible_line(text))
