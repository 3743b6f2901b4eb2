"""HiReview by an edited outline: only the writing about topics that changed are asked for again."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from endpoint_server import Running, running
from model_project import configure

Run = Callable[..., tuple[int, str, str]]
EXAMPLE = Path(__file__).parents[3] / "examples"
VERSIONS = 2
METHOD = ("--method", "hireview", "--in-place")


@pytest.fixture
def server() -> Iterator[Running]:
    with running() as endpoint:
        configure(endpoint)
        yield endpoint


@pytest.fixture
def main(run: Run, server: Running, tmp_path: Path) -> Path:
    """An example that HiReview has written into, with the outline beside it."""
    folder = shutil.copytree(EXAMPLE, tmp_path / "paper")
    main = folder / "main.tex"
    assert run("write", main, *METHOD)[0] == 0
    assert run("outline", main, "--output", folder / "edited.outline")[0] == 0
    return main


def lines_of(main: Path) -> list[str]:
    return main.with_name("edited.outline").read_text("utf-8").splitlines()


def asked(run: Run, server: Running, main: Path, lines: list[str]) -> tuple[int, int]:
    """Return how many calls writing by an outline was said to take, and how many it took."""
    path = main.with_name("edited.outline")
    path.write_text("\n".join(lines), "utf-8")
    code, _, err = run("write", main, *METHOD, "--outline", path, "--dry-run")
    assert code == 0, err
    said = re.search(r"in all (?:about )?(\d+) call", err)
    assert said is not None, err
    before = len(server.asked)
    code, _, err = run("write", main, *METHOD, "--outline", path)
    assert code == 0, err
    return int(said[1]), len(server.asked) - before


def topics_of(lines: list[str]) -> list[str]:
    return [line for line in lines if line and line[0] not in "# ["]


def test_an_outline_that_nobody_edits_asks_nothing(run: Run, server: Running, main: Path) -> None:
    assert asked(run, server, main, lines_of(main)) == (0, 0)


def test_a_topic_with_another_name_is_written_again_alone(
    run: Run, server: Running, main: Path
) -> None:
    lines = lines_of(main)
    topics = topics_of(lines)
    assert len(topics) > 2
    lines[lines.index(topics[-1])] = "Reviews of literature"
    assert asked(run, server, main, lines) == (2 * VERSIONS, 2 * VERSIONS), "texts and scores"
    assert "Reviews of literature" in run("outline", main)[1]


def test_what_is_left_out_is_in_the_text_no_more(run: Run, server: Running, main: Path) -> None:
    lines = lines_of(main)
    gone = next(line for line in lines if line.startswith("  - "))
    key = gone.split()[1].rstrip(":")
    lines.remove(gone)
    said, took = asked(run, server, main, lines)
    assert said == took == 2 * VERSIONS
    related = (main.parent / "sections/related.tex").read_text("utf-8")
    assert key not in related
    left_out = run("outline", main)[1].partition("[not written about]")[2]
    assert left_out.split()[1].rstrip(":") == key


def test_an_outline_that_came_first_is_not_asked_for_again(
    run: Run, server: Running, tmp_path: Path
) -> None:
    main = shutil.copytree(EXAMPLE, tmp_path / "new") / "main.tex"
    code, outline, err = run("write", main, "--method", "hireview", "--outline-only")
    assert code == 0, err
    names = len(server.asked)
    topics = topics_of(outline.splitlines())
    assert len(topics) > 2 and names == len(topics)
    lines = outline.splitlines()
    lines[lines.index(topics[0])] = "What came before"
    said, took = asked(run, server, main, lines)
    assert said == took == VERSIONS * len(topics) + VERSIONS
