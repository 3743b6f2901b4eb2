"""What counts as the address of a corpus in Milvus, and what is never a part of it."""

from pathlib import Path

import pytest

from citeloom.corpus.milvus_address import MilvusAddress, milvus_address
from citeloom.papers.collection import CorpusError


def test_a_folder_is_no_address(tmp_path: Path) -> None:
    for folder in (str(tmp_path), "corpus", r"C:\corpora\mine", "localhost:19530", "papers.db"):
        assert milvus_address(folder) is None


@pytest.mark.parametrize(
    ("named", "server", "name", "is_local"),
    [
        ("http://localhost:19530", "http://localhost:19530", "citeloom", True),
        ("http://[::1]:19530/", "http://[::1]:19530", "citeloom", True),
        ("HTTPS://milvus.example.edu/acl", "https://milvus.example.edu", "acl", False),
        ("http://10.0.0.7:19530", "http://10.0.0.7:19530", "citeloom", False),
        ("http://localhost.example.edu", "http://localhost.example.edu", "citeloom", False),
    ],
)
def test_an_address_names_a_server_and_a_corpus_there(
    named: str, server: str, name: str, is_local: bool
) -> None:
    found = milvus_address(named)
    assert found == MilvusAddress(server, name=name)
    assert found.is_local == is_local
    assert milvus_address(str(found)) == found


@pytest.mark.parametrize(
    "named",
    [
        "http://", "http://host:port", "http://[host", "https://host?db=a", "https://host#a",
        "https://host/a/b", "https://host/a-b", "https://host/1", "ftp://host", "tcp://host:1",
        "unix:///tmp/milvus",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_server_is_refused(named: str) -> None:
    with pytest.raises(CorpusError):
        milvus_address(named)


def test_a_password_in_an_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(CorpusError, match="must not contain a user or a password") as raised:
        milvus_address("https://ada:secret@milvus.example.edu:19530")
    assert "secret" not in str(raised.value)
    assert "citeloom key set" in raised.value.problem.advice


def test_a_key_is_never_shown() -> None:
    address = MilvusAddress("https://milvus.example.edu", token="ada:secret")
    assert "secret" not in f"{address} {address!r}"
