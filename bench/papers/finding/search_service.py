"""A search service of papers on this machine, over real HTTP, that answers as the real one does.

It speaks the part of Semantic Scholar's Graph API (https://api.semanticscholar.org/api-docs/graph)
that finding papers needs: ``POST /graph/v1/paper/batch``, ``GET /graph/v1/paper/search`` (several
hits, the best first) and ``GET /graph/v1/paper/search/match`` (the nearest title, or 404).
"""

import gzip
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import nlargest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bench.shared.data import ANTHOLOGY
from citeloom.papers.titles import words

_K1, _B = 1.2, 0.75
_COMMONEST = 6000


@dataclass(frozen=True, slots=True)
class Record:
    """One paper of the collection, with the identifiers that the service knows it by."""

    number: int
    title: str
    authors: tuple[str, ...]
    year: int
    acl_id: str
    doi: str
    abstract: str

    def answer(self) -> dict[str, Any]:
        """Return the paper in the form of the real service."""
        return {
            "paperId": f"{self.number:040x}",
            "title": self.title,
            "year": self.year,
            "authors": [{"name": name} for name in self.authors],
            "abstract": self.abstract,
            "externalIds": {"ACL": self.acl_id, "DOI": self.doi},
        }


def records(path: Path = ANTHOLOGY) -> list[Record]:
    """Read the collection; a paper without an Anthology id gets a DOI made of its number."""
    found = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            one = json.loads(line)
            acl_id = one["id"] or ""
            doi = f"10.18653/v1/{acl_id.lower()}" if acl_id else f"10.18653/loopback.{number}"
            authors = tuple(one["authors"] or ())
            found.append(
                Record(
                    number, one["title"], authors, int(one["year"]), acl_id, doi, one["abstract"]
                )
            )
    return found


class Index:
    """BM25 over titles, and the identifiers.

    Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009).
    """

    def __init__(self, held: Sequence[Record]) -> None:
        self._held = {one.number: one for one in held}
        self._by_id = {
            name.lower(): one
            for one in held
            for name in (f"ACL:{one.acl_id}", f"DOI:{one.doi}", f"{one.number:040x}")
        }
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        texts = {one.number: Counter(words(one.title)) for one in held}
        mean = sum(sum(text.values()) for text in texts.values()) / len(texts)
        for number, text in texts.items():
            length = _K1 * (1 - _B + _B * sum(text.values()) / mean)
            for word, times in text.items():
                self._postings[word].append((number, times * (_K1 + 1) / (times + length)))

    def by_id(self, name: str) -> Record | None:
        """Return the paper of an identifier such as ``DOI:10.1/x``."""
        return self._by_id.get(name.lower())

    def search(self, query: str, most: int) -> list[Record]:
        """Return the papers nearest to a query; words that most papers have do not count."""
        scores: dict[int, float] = defaultdict(float)
        for word in set(words(query)):
            postings = self._postings.get(word, ())
            if len(postings) < _COMMONEST:
                weight = math.log(
                    1 + (len(self._held) - len(postings) + 0.5) / (len(postings) + 0.5)
                )
                for number, share in postings:
                    scores[number] += weight * share
        nearest = nlargest(most, scores.items(), key=lambda one: (one[1], -one[0]))
        return [self._held[number] for number, _ in nearest]


@contextmanager
def serving(index: Index) -> Iterator[str]:
    """Serve an index on a free port of this machine; give its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            address = urlsplit(self.path)
            asked = parse_qs(address.query)
            query = asked.get("query", [""])[0]
            if address.path == "/graph/v1/paper/search/match":
                found = index.search(query, 1)
                if found:
                    self._answer(200, {"data": [found[0].answer() | {"matchScore": 1.0}]})
                else:
                    self._answer(404, {"error": "Title match not found"})
            elif address.path == "/graph/v1/paper/search":
                found = index.search(query, int(asked.get("limit", ["10"])[0]))
                data = [one.answer() for one in found]
                self._answer(200, {"total": len(data), "offset": 0, "data": data})
            else:
                self._answer(404, {"error": "Not found"})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if urlsplit(self.path).path != "/graph/v1/paper/batch" or len(body["ids"]) > 500:
                self._answer(400, {"error": "at most 500 ids"})
                return
            found = [index.by_id(name) for name in body["ids"]]
            self._answer(200, [one.answer() if one else None for one in found])

        def _answer(self, status: int, value: object) -> None:
            content = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
