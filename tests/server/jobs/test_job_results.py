"""What goes to a job's process and what comes back: arguments, results, exceptions, crashes."""

import os
import signal
import sys
from pathlib import Path

import pytest
from tabled import tabled

import job_tasks
from citeloom.jobs.job import JobFailed, State
from citeloom.jobs.jobs import Jobs
from job_runs import alive, with_jobs

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")


@pytest.mark.parametrize("task", ["echo", "echo_later"])
def test_a_task_gets_its_argument_and_returns_its_result(task: str) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start(f"job_tasks:{task}", {"größe": Path("a b")}, key="section")
        assert job.state is State.QUEUED
        assert await job.result() == {"größe": Path("a b")}
        assert job.state is State.DONE
        assert await job.result() == {"größe": Path("a b")}

    with_jobs(test)


def test_each_job_has_a_process_of_its_own() -> None:
    async def test(jobs: Jobs) -> None:
        first = jobs.start("job_tasks:pid", None, key="a")
        second = jobs.start("job_tasks:pid", None, key="b")
        pids = {await first.result(), await second.result(), os.getpid()}
        assert len(pids) == 3
        assert first.id != second.id

    with_jobs(test)


@posix
def test_a_job_stands_back_behind_the_program_that_started_it() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:niceness", None, key="a")
        assert await job.result() == min(os.nice(0) + 5, 19)

    with_jobs(test)


def test_numpy_takes_memory_for_one_thread_however_many_processors_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)

    async def test(jobs: Jobs) -> None:
        assert await jobs.start("job_tasks:threads_of_numpy", None, key="a").result() == "1"

    with_jobs(test)


def test_ten_megabytes_go_there_and_back() -> None:
    large = os.urandom(10_000_000)

    async def test(jobs: Jobs) -> None:
        assert await jobs.start("job_tasks:echo", large, key="a").result() == large

    with_jobs(test)


def test_the_environment_is_the_childs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELOOM_TEST", "größe")

    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:environment", "CITELOOM_TEST", key="a")
        assert await job.result() == "größe"

    with_jobs(test)


def test_nothing_is_imported_from_the_folder_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("signal.py", "faulthandler.py", "project.py"):
        (tmp_path / name).write_text("raise SystemExit('imported from the project')")

    async def test(jobs: Jobs) -> None:
        path = await jobs.start("job_tasks:search_path", None, key="a").result()
        assert isinstance(path, list)
        assert not {"", ".", str(tmp_path)} & set(path)

    # PYTHONPATH may hold folders that are relative to where the tests were started.
    own = [str(Path(one).resolve()) for one in sys.path if one and Path(one).exists()]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(own))
    with_jobs(test)


def test_an_argument_that_cannot_be_pickled_is_refused_before_there_is_a_job() -> None:
    async def test(jobs: Jobs) -> None:
        with pytest.raises(TypeError, match="argument of job_tasks:echo cannot be sent"):
            jobs.start("job_tasks:echo", lambda: None, key="a")
        assert jobs.unfinished == ()
        assert await jobs.start("job_tasks:echo", 1, key="a").result() == 1

    with_jobs(test)


@tabled(least=6)
def test_what_goes_wrong_in_the_task_says_so(task: str, message: str) -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start(task, "bad", key="a")
        with pytest.raises(JobFailed, match=message) as failure:
            await job.result()
        assert job.state is State.FAILED
        assert "Traceback" in failure.value.details
        assert not failure.value.crashed

    with_jobs(test)


def test_an_expected_exception_arrives_as_itself() -> None:
    async def test(jobs: Jobs) -> None:
        job = jobs.start("job_tasks:fail_as_expected", None, key="a")
        with pytest.raises(job_tasks.NearerError, match="no abstracts") as error:
            await job.result()
        assert error.value.advice == "fetch them"
        assert job.state is State.FAILED

    with_jobs(test, expected=(job_tasks.ExpectedError,))


@pytest.mark.parametrize(
    ("task", "message"),
    [
        ("fail_unpicklable", "job_tasks.ExpectedError: with a lock"),
        ("fail_not_unpicklable", "job_tasks.NotUnpicklableError: one and two"),
    ],
)
def test_an_exception_that_does_not_survive_pickling_arrives_as_text(
    task: str, message: str
) -> None:
    async def test(jobs: Jobs) -> None:
        with pytest.raises(JobFailed, match=message) as failure:
            await jobs.start(f"job_tasks:{task}", None, key="a").result()
        assert task in failure.value.details

    with_jobs(test, expected=(job_tasks.ExpectedError,))


@pytest.mark.parametrize(
    ("task", "argument", "message"),
    [
        pytest.param("kill_self", None, "by SIGKILL, perhaps because memory", marks=posix),
        pytest.param("segfault", None, "by SIGSEGV", marks=posix),
        ("exit_hard", 3, r"\(exit status 3\)"),
        ("exit_hard", 0, r"\(exit status 0\)"),
    ],
)
def test_a_crash_is_a_failure_that_leaves_the_other_jobs_alone(
    task: str, argument: object, message: str, tmp_path: Path
) -> None:
    async def test(jobs: Jobs) -> None:
        other = jobs.start("job_tasks:wait_until", tmp_path / "go", key="other")
        job = jobs.start(f"job_tasks:{task}", argument, key="a")
        with pytest.raises(JobFailed, match=message) as failure:
            await job.result()
        assert failure.value.crashed
        assert not other.has_ended
        again = jobs.start("job_tasks:echo", "again", key="a")
        assert await again.result() == "again"
        (tmp_path / "go").touch()
        assert await other.result() == "go"

    with_jobs(test)


def test_the_last_words_of_a_crashed_process_are_in_the_details(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)

    async def test(jobs: Jobs) -> None:
        with pytest.raises(JobFailed) as killed:
            await jobs.start("job_tasks:kill_self", None, key="a").result()
        assert killed.value.details == "a line before\nlast words\n"
        with pytest.raises(JobFailed) as crashed:
            await jobs.start("job_tasks:segfault", None, key="b").result()
        assert "Segmentation fault" in crashed.value.details
        assert "in segfault" in crashed.value.details

    with_jobs(test)


def test_what_a_task_prints_does_not_reach_the_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")

    async def test(jobs: Jobs) -> None:
        assert await jobs.start("job_tasks:print_much", "result", key="a").result() == "result"

    with_jobs(test)


def test_what_a_start_up_file_prints_does_not_reach_the_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('hello')")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]))

    async def test(jobs: Jobs) -> None:
        assert await jobs.start("job_tasks:echo", "result", key="a").result() == "result"

    with_jobs(test)


def test_a_task_that_asks_for_input_gets_none() -> None:
    async def test(jobs: Jobs) -> None:
        assert await jobs.start("job_tasks:read_input", None, key="a").result() == ("", False)

    with_jobs(test)


def test_a_result_does_not_wait_for_threads_and_processes_that_the_task_left() -> None:
    async def test(jobs: Jobs) -> None:
        thread = jobs.start("job_tasks:leave_a_thread", "result", key="a")
        assert await thread.result() == "result"
        process = jobs.start("job_tasks:leave_a_grandchild", None, key="b")
        left = await process.result()
        assert isinstance(left, int)
        await jobs.close()
        os.kill(left, signal.SIGTERM)
        assert thread.pid is not None
        assert not alive(thread.pid)

    with_jobs(test)


@pytest.mark.usefixtures("long_grace")
def test_a_process_ends_in_order_after_its_job(tmp_path: Path) -> None:
    async def test(jobs: Jobs) -> None:
        await jobs.start("job_tasks:note_exit", str(tmp_path / "ended"), key="a").result()
        await jobs.close()
        assert (tmp_path / "ended").exists()

    with_jobs(test)
