"""The page of texts to be judged: blind, whole in itself, and safe whatever the texts say."""

import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from citeloom.methods.result import CitationForm, CitationMark
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Author, Paper
from citeloom.problem import InputError
from citeloom_lab.evaluation.blind.faults import FAULTS, VOTES
from citeloom_lab.evaluation.blind.page import page_of
from citeloom_lab.evaluation.blind.shuffled import BlindText, blind_texts
from citeloom_lab.evaluation.blind.votes import SentenceVote, count_votes, read_votes
from citeloom_lab.evaluation.evaluated_text import EvaluatedSentence, EvaluatedText
from citeloom_lab.evaluation.example import DataSet, Example

EVIL = "</script><img src=x onerror=alert(1)>\"'&\u202e<style>"
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


def _example(number: int, words: str = "plain") -> Example:
    paper = Paper("ref:a", ("a",), f"Title {words}", (Author(words),), 2001, abstract=f"A {words}.")
    return Example(
        f"e{number}", f"p{number}", DraftText(words, words, "abstract"), (paper,), (words,)
    )


def _text(*sentences: str, lead: bool = False) -> EvaluatedText:
    mark = CitationMark(("ref:a",), CitationForm.TEXTUAL, "Smith")
    return EvaluatedText(
        (
            tuple(
                EvaluatedSentence((mark, f" {words}"), (words,), lead and not at)
                for at, words in enumerate(sentences)
            ),
        )
    )


def _blind(examples: int = 8, seed: int = 0, words: str = "plain") -> tuple[BlindText, ...]:
    data = DataSet("made", tuple(_example(number, words) for number in range(examples)))
    texts = {
        "before": [_text(f"{words} one", "two.", lead=True) for _ in data.examples],
        "after": [_text(f"{words} other.") for _ in data.examples],
    }
    return blind_texts([data], {"made": texts}, seed)


class _Elements(HTMLParser):
    """The elements of a page and their text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_names_no_method_and_shows_every_text() -> None:
    page = page_of(_blind())
    assert page.count("plain other.") > 8
    assert not re.search(r"\bbefore\b|\bafter\b", page.split("<main>")[1].split("</main>")[0])


def test_the_order_is_of_the_seed_and_mixes_methods() -> None:
    first, again, other = _blind(seed=1), _blind(seed=1), _blind(seed=2)
    assert page_of(first) == page_of(again)
    assert [blind.name for blind in first] != [blind.name for blind in other]
    order = [blind.method for blind in first]
    assert order not in (sorted(order), sorted(order, reverse=True))


@pytest.mark.parametrize("words", [EVIL, "]]>--><!--", "{{x}}${y}"], ids=["tags", "ends", "marks"])
def test_what_texts_say_adds_no_element(words: str) -> None:
    plain, evil = _Elements(page_of(_blind())), _Elements(page_of(_blind(words=words)))
    assert sorted(tag for tag, _ in evil.found) == sorted(tag for tag, _ in plain.found)
    assert not any(name.startswith("on") for _, attributes in evil.found for name in attributes)
    assert "\u202e" not in "".join(evil.texts)


def test_the_page_asks_nobody_and_runs_its_own_script_alone() -> None:
    page = page_of(_blind(words="see https://evil.example/a.png"))
    found = _Elements(page).found
    assert not [given for _, given in found if given.keys() & {"src", "href", "action", "srcset"}]
    policy = next(given["content"] for tag, given in found if tag == "meta" and "content" in given)
    script = page.split("<script>")[1].split("</script>")[0]
    style = page.split("<style>")[1].split("</style>")[0]
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    for source in (script, style):
        assert f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'" in policy
    assert "http" not in script + style


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
def test_its_script_runs_in_a_browser(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(page_of(_blind(words=EVIL)), encoding="utf-8")
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", profile]
    done = subprocess.run(
        [*command, "--dump-dom", page.as_uri()], capture_output=True, text=True, timeout=300
    )
    assert "0 of 24 sentences: keep 0, edit 0, throw away 0" in done.stdout


def _vote(blind: BlindText, sentence: int, vote: str, *faults: str) -> SentenceVote:
    return SentenceVote.model_validate(
        {"text": blind.name, "sentence": sentence, "vote": vote, "faults": faults}
    )


def test_votes_are_counted_by_method() -> None:
    texts = _blind(3)
    before = [blind for blind in texts if blind.method == "before"]
    after = [blind for blind in texts if blind.method == "after"]
    votes = [
        _vote(before[0], 0, "keep", "false"),
        _vote(before[0], 1, "throw", "false", "empty", "made up"),
        _vote(before[1], 1, "edit", "empty"),
        _vote(after[0], 0, "edit"),
        _vote(after[0], 0, "keep"),
    ]
    counted = {count.method: count for count in count_votes(votes, texts)}
    assert counted["before"].sentences == 6
    assert counted["before"].votes == {"keep": 1, "throw": 1, "edit": 1}
    assert counted["before"].leads == {"keep": 1}
    assert counted["before"].faults == {"false": 1, "empty": 2}
    assert counted["after"].votes == {"keep": 1}


def test_votes_on_other_texts_are_refused() -> None:
    with pytest.raises(InputError, match="on other texts"):
        count_votes([_vote(_blind(1, seed=5)[0], 0, "keep")], _blind(1))
    with pytest.raises(InputError, match="on other texts"):
        count_votes([_vote(_blind(1)[0], 9, "keep")], _blind(1))


@pytest.mark.parametrize(
    "written",
    ["", "{}", '{"votes": [{"text": "a", "sentence": -1, "vote": "keep"}]}', "\x00"],
    ids=["nothing", "no votes", "no sentence", "no text"],
)
def test_a_file_without_votes_is_an_error(written: str, tmp_path: Path) -> None:
    path = tmp_path / "votes.json"
    path.write_text(written)
    with pytest.raises(InputError, match="holds no votes"):
        read_votes(path)


def test_the_script_knows_the_votes_that_are_counted() -> None:
    page = page_of(_blind(1))
    for value in (*VOTES, *FAULTS):
        assert f'value="{value}"' in page
