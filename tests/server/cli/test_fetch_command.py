"""``citeloom fetch`` against loopback services: exit codes, lines, ends, restarts."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.papers import get_papers
from citeloom.papers.store.store import Store
from citeloom.settings import Services, asked_services
from services.faults import Fault
from services.running import Running, running
from services.sample import SAMPLE
from services.seen import Seen
from services.whole_fetch import BIB, project

TITLED = tuple(
    Paper(
        id=f"doi:10.1000/titled.{number}",
        title=f"{name} and the {thing} of Weaving",
        authors=(Author("Roe", "Jane"), Author("Doe", "Jo")),
        year=2020,
        type="article",
        doi=f"10.1000/titled.{number}",
        s2_id=f"{number:040x}",
        abstract=f"We weave {name.lower()} in order to learn more about the {thing.lower()} of it.",
    )
    for number, (name, thing) in enumerate(
        (
            ("Threads", "Theory"),
            ("Looms", "History"),
            ("Shuttles", "Practice"),
            ("Carpets", "Geometry"),
            ("Ribbons", "Economy"),
            ("Cloth", "Chemistry"),
        )
    )
)
KEYS = [f"t{number}" for number in range(len(TITLED))]


def settings(services: Running, folder: Path) -> dict[str, str]:
    """Name the services in a file of settings; return what a program is told of it."""
    config = folder / "config.toml"
    lines = ['contact = "someone@example.org"', "[services]"]
    lines += [f'{name} = "{address}"' for name, address in services.addresses.items()]
    config.write_text("\n".join(lines), "utf-8")
    return {"CITELOOM_CONFIG": str(config), "CITELOOM_DATA": str(folder / "data")}


def start(services: Running, folder: Path, *arguments: object) -> subprocess.Popen[str]:
    own = {"PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "citeloom", "fetch", *map(str, arguments)],
        env={**os.environ, **settings(services, folder), **own},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


Fetch = Callable[..., tuple[int, str, str]]


@pytest.fixture
def fetch(run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch) -> Fetch:
    """Run the command in the test's own process."""

    def fetch(services: Running, folder: Path, *arguments: object) -> tuple[int, str, str]:
        for name, value in settings(services, folder).items():
            monkeypatch.setenv(name, value)
        return run("fetch", *arguments)

    return fetch


def entries(papers: Sequence[Paper], *, with_doi: bool) -> str:
    return "\n".join(
        f"@article{{t{number}, title={{{one.title}}}, author={{Roe, Jane and Doe, Jo}}, year=2020"
        + (f", doi={{{one.doi}}}}}" if with_doi else "}")
        for number, one in enumerate(papers)
    )


def cited(folder: Path, bib: str, *keys: str) -> Path:
    return project(folder, f"\\cite{{{','.join(keys)}}}\n\\bibliography{{refs}}\n", bib)


def test_lines_json_and_exit_codes(tmp_path: Path, fetch: Fetch) -> None:
    bib = entries(TITLED, with_doi=True) + "\n@misc{lost, title={Never Written}, year=2020}"
    with running([*TITLED, *SAMPLE]) as services:
        good = cited(tmp_path / "good", bib, *KEYS)
        code, out, err = fetch(services, tmp_path, good)
        assert code == 0, err
        assert out.splitlines()[0] == "t0: matched (DOI; Crossref, Semantic Scholar)"
        assert len(out.splitlines()) == len(KEYS)
        assert "never the draft, go to: Semantic Scholar (127.0.0.1:" in err
        assert "6 of 6 entries have an abstract; 6 matched" in err

        code, out, err = fetch(services, tmp_path, cited(tmp_path / "bad", bib, "t0", "lost"))
        assert code == 1
        assert "lost: could not verify; no abstract; add its DOI or arXiv id" in out

        asked = len(services.log)
        code, out, err = fetch(services, tmp_path, good, "--offline", "--json")
        assert (code, len(services.log)) == (0, asked)
        answer = json.loads(out)
        assert [one["key"] for one in answer["entries"]] == KEYS
        first = answer["entries"][0]
        assert (first["status"], first["how"]) == ("matched", "DOI")
        assert first["abstract"] == TITLED[0].abstract
        assert "offline: no service is asked" in err

        code, _, err = fetch(services, tmp_path, tmp_path / "gone.tex")
        assert code == 2
        assert "gone.tex" in err
        code, _, err = fetch(services, tmp_path, good, "nokey")
        assert code == 2
        assert "nokey" in err


def test_a_service_that_fails_is_named_with_what_it_said(tmp_path: Path, fetch: Fetch) -> None:
    main = cited(tmp_path / "draft", entries(TITLED[:2], with_doi=True), "t0", "t1")
    down = dict.fromkeys(asked_services(Services()), Fault.FORBIDDEN)
    with running(TITLED, faults=down) as services:
        code, out, err = fetch(services, tmp_path, main)
        assert code == 3
        assert "t0: failed: Semantic Scholar, Crossref, Europe PMC, HAL, OpenAlex" in out
        reason = "it refused the request (403); it may not want requests from this network"
        assert (out + err).count(reason) == 1
        asked = "Semantic Scholar, Crossref, Europe PMC, HAL, OpenAlex, arXiv"
        assert f"failed: {asked}: {reason} (t0, t1)" in err
    with running(TITLED) as services:
        assert fetch(services, tmp_path, main)[0] == 0


def titles_asked(services: Running) -> Counter[str]:
    return Counter(one.query["query"] for one in services.seen("s2") if "query" in one.query)


def posted(services: Running) -> list[Seen]:
    return [one for one in services.seen("s2") if one.method == "POST"]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_an_interrupted_fetch_goes_on_where_it_was(
    tmp_path: Path, fetch: Fetch, end: signal.Signals
) -> None:
    known, titled = entries(TITLED, with_doi=True), entries(TITLED, with_doi=False)
    bib = "\n".join([*known.splitlines()[:3], *titled.splitlines()[3:]])
    main = cited(tmp_path / "draft", bib, *KEYS)
    # Titles are asked for one a second: the pace itself makes it slow enough to be interrupted.
    with running(TITLED) as services:
        process = start(services, tmp_path, main)
        assert process.stdout is not None and process.stderr is not None
        done = [process.stdout.readline().partition(":")[0] for _ in range(3)]
        process.send_signal(end)
        rest, err = process.communicate(timeout=300)
        done += [line.partition(":")[0] for line in rest.splitlines()]
        assert process.returncode == (-9 if end is signal.SIGKILL else 130)
        assert set(KEYS[:3]) <= set(done) < set(KEYS)
        assert "Traceback" not in err
        if end is signal.SIGINT:
            assert "what arrived is kept" in err
        before, batches = titles_asked(services), len(posted(services))
        code, out, _ = fetch(services, tmp_path, main)
        assert code == 0
        assert {line.partition(":")[0] for line in out.splitlines()} == set(KEYS)
        after = titles_asked(services) - before
        assert len(posted(services)) == batches  # Who was found by DOI is not asked for again.
        told = {TITLED[int(key.removeprefix("t"))].title for key in done}
        assert not told & set(after)
        assert set(before) | set(after) == {one.title for one in TITLED[3:]}
        asked = len(services.log)
        assert fetch(services, tmp_path, main)[0] == 0
        assert len(services.log) == asked


@pytest.mark.slow
def test_two_processes_at_once_lose_nothing(tmp_path: Path, fetch: Fetch) -> None:
    with running(TITLED) as services:
        first = cited(tmp_path / "a", entries(TITLED, with_doi=False), *KEYS[:4])
        second = cited(tmp_path / "b", entries(TITLED, with_doi=True), *KEYS[2:])
        both = [start(services, tmp_path, one) for one in (first, second)]
        for process in both:
            _, err = process.communicate(timeout=300)
            assert (process.returncode, "Traceback" in err) == (0, False)
        asked = len(services.log)
        assert fetch(services, tmp_path, first)[0] == 0
        assert fetch(services, tmp_path, second)[0] == 0
        assert len(services.log) == asked
    with Store.open(tmp_path / "data" / "papers.sqlite") as store:
        kept = store.read(get_papers, [one.id for one in TITLED])
        assert {one.id: kept[one.id].abstract for one in TITLED} == {
            one.id: one.abstract for one in TITLED
        }


def test_a_fetch_that_will_take_long_says_so_first(tmp_path: Path, fetch: Fetch) -> None:
    many = "\n".join(f"@misc{{m{n}, title={{Nobody Wrote {n}}}, year=2020}}" for n in range(130))
    (tmp_path / "refs.bib").write_text(many)
    with running() as services:
        _, _, err = fetch(services, tmp_path, tmp_path / "refs.bib", "--offline")
        assert "minutes" not in err
        process = start(services, tmp_path, tmp_path / "refs.bib")
        assert process.stderr is not None
        said = [process.stderr.readline() for _ in range(2)]
        process.kill()
        process.communicate()
    assert "130 papers" in said[0]
    assert "130 of them have no identifier" in said[1] and "2 min" in said[1]


def test_what_was_found_is_shown_and_written_in_one_change(tmp_path: Path, fetch: Fetch) -> None:
    main = project(tmp_path / "draft")
    bib = tmp_path / "draft" / "refs.bib"
    with running(SAMPLE) as services:
        code, out, err = fetch(services, tmp_path, main, "--write", "--dry-run")
        assert code == 0, err
        assert bib.read_text("utf-8") == BIB
        assert "+++ " in out and "would complete" in err
        code, out, err = fetch(services, tmp_path, main, "--write")
        assert code == 0, err
        after = bib.read_text("utf-8")
        assert "completed 4 entries of refs.bib" in err
        assert all(line.rstrip("}") in after for line in BIB.splitlines())
        assert after.count("abstract={") == 4 and "doi={10.1000/graphs.2}" in after
        _, out, err = fetch(services, tmp_path, main, "--write")
        assert "are complete already" in err
        assert bib.read_text("utf-8") == after


def test_offline_a_paper_that_nobody_was_asked_about_is_not_called_unverified(
    tmp_path: Path, fetch: Fetch
) -> None:
    main = project(tmp_path / "draft")
    with running(SAMPLE) as services:
        code, out, _ = fetch(services, tmp_path, main, "--offline")
        assert not services.log
    assert code == 0
    assert "no service was asked; no abstract" in out and "could not verify" not in out


def test_options_that_need_each_other_say_so(tmp_path: Path, fetch: Fetch) -> None:
    main = project(tmp_path / "draft")
    with running(SAMPLE) as services:
        for given in (["--dry-run"], ["--published"], ["--write", "--json"]):
            code, _, err = fetch(services, tmp_path, main, *given)
            assert code == 2 and given[0] in err
        assert not services.log
