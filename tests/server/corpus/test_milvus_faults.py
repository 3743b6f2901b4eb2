"""What a user is told of a Milvus server that refuses, hangs, talks nonsense or answers by half."""

import logging
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from corpus_papers import in_corpus
from milvus_server import needs_milvus, running_milvus

from citeloom.corpus import milvus, milvus_connection
from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.papers.collection import CorpusError, Embedding

pytestmark = needs_milvus

TOKEN = "ada:a-secret-of-hers"


def wait(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Wait so long for a server, which one without a fault may exceed on a busy machine."""
    monkeypatch.setattr(milvus_connection, "CONNECTED_WITHIN", seconds)
    monkeypatch.setattr(milvus, "ANSWERED_WITHIN", seconds)


@pytest.fixture
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    wait(monkeypatch, 1.0)


@contextmanager
def listening(answer: Callable[[socket.socket], None]) -> Iterator[MilvusAddress]:
    """Listen at a port, and do this with each connection."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        opened: list[socket.socket] = []

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    opened.append(connection)
                    with suppress(OSError):
                        answer(connection)

        threading.Thread(target=accept, daemon=True).start()
        yield MilvusAddress(f"http://127.0.0.1:{server.getsockname()[1]}", token=TOKEN)
        for connection in opened:
            connection.close()


def say_http(connection: socket.socket) -> None:
    connection.recv(1000)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")


def say_noise(connection: socket.socket) -> None:
    connection.sendall(bytes(range(256)) * 40)


def hang_up(connection: socket.socket) -> None:
    connection.close()


def keep_silent(connection: socket.socket) -> None:
    pass


@pytest.mark.usefixtures("short_waits")
@pytest.mark.parametrize("answer", [say_http, say_noise, hang_up, keep_silent])
def test_a_server_of_another_kind_is_none(
    answer: Callable[[socket.socket], None], capfd: pytest.CaptureFixture[str]
) -> None:
    with listening(answer) as address, pytest.raises(CorpusError) as raised:
        milvus.MilvusStore(address)
    assert f"no answer from a Milvus server at {address}" in str(raised.value)
    assert raised.value.problem.advice
    assert capfd.readouterr() == ("", "")


@pytest.mark.usefixtures("short_waits")
def test_nobody_listens(capfd: pytest.CaptureFixture[str]) -> None:
    with listening(hang_up) as address:
        pass
    with pytest.raises(CorpusError, match="no answer from a Milvus server at http://127") as raised:
        milvus.MilvusStore(address)
    assert "check that it is running" in raised.value.problem.advice
    assert capfd.readouterr() == ("", "")


def refuse_with(code: str, said: str) -> Callable[[Any, Any], Any]:
    def refuse(request: Any, context: Any) -> Any:
        import grpc

        context.abort(getattr(grpc.StatusCode, code), said)

    return refuse


def answer_nothing(kind: str) -> Callable[[Any, Any], Any]:
    """Answer with a message in which nothing stands, not even an error."""

    def answer(request: Any, context: Any) -> Any:
        from pymilvus.grpc_gen import milvus_pb2

        return getattr(milvus_pb2, kind)()

    return answer


def wait_for_long(request: Any, context: Any) -> Any:
    ended = threading.Event()
    context.add_callback(ended.set)
    ended.wait(60)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (refuse_with("UNAUTHENTICATED", "auth check failure"), "does not accept the stored key"),
        (refuse_with("PERMISSION_DENIED", "no privilege"), "denied access"),
        (refuse_with("INTERNAL", f"it broke for {TOKEN}"), "it broke for ..."),
        (refuse_with("UNIMPLEMENTED", "what is this?"), "failed"),
        (wait_for_long, "no answer from a Milvus server"),
    ],
    ids=["wrong key", "no right", "broken", "another service", "silent"],
)
def test_a_refused_call_says_what_would_help(
    tmp_path: Path,
    answer: Callable[[Any, Any], Any],
    said: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = {"DescribeCollection": answer, "HasCollection": answer}
    with running_milvus(tmp_path / "x", TOKEN, **wrong) as address:
        for seconds in (1.0, 30.0):
            wait(monkeypatch, seconds)
            with pytest.raises(CorpusError) as raised:
                milvus.MilvusStore(address)
            problem = raised.value.problem
            if said in problem.message:
                break
    assert said in problem.message
    assert problem.advice
    assert TOKEN not in f"{problem}{caplog.text}"
    assert capfd.readouterr() == ("", "")


def test_a_key_that_is_refused_at_once(tmp_path: Path) -> None:
    refuse = refuse_with("UNAUTHENTICATED", "auth check failure, please check api key is correct")
    with running_milvus(tmp_path / "x", TOKEN, Connect=refuse) as address:
        for own, said in ((address, "the stored key"), (replace(address, token=""), "requests")):
            with pytest.raises(CorpusError, match=f"does not accept {said}") as raised:
                milvus.MilvusStore(own)
            assert f"citeloom key set {address.host}" in raised.value.problem.advice


@pytest.mark.parametrize(
    "wrong",
    [
        {"Query": answer_nothing("QueryResults")},
        {"Search": answer_nothing("SearchResults")},
        {"Upsert": answer_nothing("MutationResult")},
        {"Query": refuse_with("RESOURCE_EXHAUSTED", "message larger than max")},
        {"Query": wait_for_long, "Search": wait_for_long},
    ],
    ids=["no rows", "no hits", "no count", "too large", "silent"],
)
def test_a_half_answer_is_no_answer(
    tmp_path: Path, wrong: dict[str, Callable[[Any, Any], Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running_milvus(tmp_path / "x", TOKEN, **wrong) as address:
        store = milvus.MilvusStore(address, Embedding("e", 2))
        if wait_for_long in wrong.values():
            wait(monkeypatch, 1.0)
        with pytest.raises(CorpusError) as raised:
            vectors = milvus.np.array([[1, 0]], "f4")
            store.put([in_corpus("a", "A title", "")], vectors)
            assert store.by_words("title", 3)
            assert store.count() == 1
        assert str(address) in str(raised.value)
        store.close()


def test_a_corpus_at_an_address_is_kept_and_shared(tmp_path: Path) -> None:
    with running_milvus(tmp_path / "x", TOKEN) as address:
        first = milvus.MilvusStore(address, Embedding("e", 2))
        second = milvus.MilvusStore(replace(address, name="other"))
        first.put([in_corpus("a", "A title", "")], milvus.np.array([[1, 0]], "f4"))
        reader = milvus.MilvusStore(address)
        assert (reader.count(), second.count()) == (1, 0)
        assert reader.embedding == Embedding("e", 2)
        for store in (first, second, reader):
            store.close()


def test_a_collection_of_something_else_is_left_alone(tmp_path: Path) -> None:
    with running_milvus(tmp_path / "x", TOKEN) as address:
        connection = milvus_connection.MilvusConnection(address)
        connection.client.create_collection("citeloom", dimension=2)
        with pytest.raises(CorpusError, match="is not a corpus of this"):
            milvus.MilvusStore(address)
        assert connection.client.list_collections() == ["citeloom"]
        connection.close()


def test_only_a_collection_without_records_counts_as_half_made(tmp_path: Path) -> None:
    with running_milvus(tmp_path / "x", TOKEN) as address:
        store = milvus.MilvusStore(address)
        connection = milvus_connection.MilvusConnection(address)
        without_index(connection.client)
        again = milvus.MilvusStore(address)
        again.put([in_corpus("a", "A title", "")], None)
        without_index(connection.client)
        with pytest.raises(CorpusError, match="has records and lacks an index"):
            milvus.MilvusStore(address)
        assert connection.client.get_collection_stats("citeloom")["row_count"] == 1
        for each in (store, again, connection):
            each.close()


def without_index(client: Any) -> None:
    client.release_collection("citeloom")
    client.drop_index("citeloom", "words")
