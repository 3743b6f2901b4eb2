"""``write --method hireview --sections``: subsections in the file, written again and stripped."""

from collections.abc import Callable
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom_latex.tex.scan import scan_tex
from endpoint_server import running
from model_project import PROJECT, configure
from projects import make_project, sample

Run = Callable[..., tuple[int, str, str]]

OUTLINE = sample("sections_of_topics_outline")
HEADINGS = ["Introduction", "Related Work", "Parsing", "Fast parsing"]


def outline_of(folder: Path, text: str = OUTLINE) -> Path:
    path = folder / "topics.outline"
    path.write_text(text, "utf-8")
    return path


def titles(main: Path) -> list[str]:
    return [section.title for section in scan_tex(main.read_text("utf-8")).sections]


def test_topics_become_subsections_and_are_kept_when_written_again(
    run: Run, tmp_path: Path
) -> None:
    main = make_project(tmp_path, PROJECT)
    write = ("write", main, "--method", "hireview", "--sections", "--in-place", "--yes")
    with running() as server:
        configure(server)
        code, _, err = run(*write, "--outline", outline_of(tmp_path))
        assert code == 0, err
        assert titles(main) == [*HEADINGS, "Related work on trees", "Reading"]
        text, asked = main.read_text("utf-8"), len(server.asked)
        code, _, err = run(*write, "--outline", outline_of(tmp_path))
        assert code == 0, err
        assert (main.read_text("utf-8"), len(server.asked)) == (text, asked)
        renamed = OUTLINE.replace("Reading", "Reading of drafts")
        code, _, err = run(*write, "--outline", outline_of(tmp_path, renamed))
        assert code == 0, err
    assert titles(main)[-1] == "Reading of drafts"
    assert len(server.asked) - asked == 2 + 2, "the texts of one topic, and the scores"


def test_what_was_written_is_no_part_of_the_draft_that_a_model_reads(
    run: Run, tmp_path: Path
) -> None:
    main = make_project(tmp_path, PROJECT)
    with running() as server:
        configure(server)
        code, _, err = run(
            *("write", main, "--method", "hireview", "--sections", "--in-place", "--yes"),
            *("--outline", outline_of(tmp_path)),
        )
    assert code == 0, err
    made = plan(WriteRequest(main, method="hireview"), Context())
    assert [section.heading for section in made.task.draft.sections] == ["Introduction"]
    assert made.target is not None and made.target.section.title == "Related Work"
    assert len(made.task.references) == 5


def test_a_method_without_topics_has_no_sections(run: Run, tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    code, _, err = run("write", main, "--method", "lexrank", "--sections")
    assert code != 0
    assert "makes no topics" in err and "hireview" in err
