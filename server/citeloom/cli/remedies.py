"""Advice for problems, with the options and commands of the command line."""

from collections.abc import Mapping
from dataclasses import replace

from citeloom.problem import Problem, Remedy

IN_A_TERMINAL: Mapping[Remedy, str] = {
    Remedy.CHOOSE_SECTION: "choose one with --section HEADING or --section NUMBER",
    Remedy.ADD_SECTION: (
        "add \\section{Related Work} where it belongs, or name one with --section HEADING"
    ),
    Remedy.NAME_SECTION: "name the section with --section HEADING",
    Remedy.WRITE: "citeloom write --in-place",
    Remedy.WRITE_FIRST: "write one with 'citeloom write'",
    Remedy.NAME_KEYS: "cite papers in the draft, or name them with --keys KEY,KEY",
    Remedy.INCLUDE_WRITTEN: "use --all to write about them again, or weave to add to your text",
    Remedy.LEAVE_OUT: "use --exclude KEY to leave a paper out",
    Remedy.CLOSE: "fix it there, or move it out of the marks; --output FILE writes elsewhere",
    Remedy.RESTORE_RECORD: (
        "use --below to put the new text below yours or --where-both-changed new to replace the "
        "marked text; or restore its file in .citeloom, or add references with 'citeloom weave'"
    ),
    Remedy.REVISE: "rewrite it alone with citeloom revise",
    Remedy.CHOOSE_PAPER: "choose the right one with citeloom fetch --write, or add its DOI",
    Remedy.FETCH: "try citeloom fetch, or add an 'abstract' field",
    Remedy.WITHOUT_ABSTRACTS: (
        "look for them with 'citeloom fetch', or make an outline by --method extractive"
    ),
    Remedy.NAME_RETRACTED: "name it with --keys to write about it anyway",
    Remedy.FETCH_ALL: (
        "try citeloom fetch; without abstracts, citeloom write makes an outline from titles"
    ),
    Remedy.ALLOW_OUTSIDE: "allow it for this project with --outside",
    Remedy.NAME_MODEL: "set one with 'citeloom model set PROVIDER NAME'",
    Remedy.SET_MODEL: "set one with 'citeloom model set PROVIDER NAME', or use 'extractive'",
    Remedy.USE_NO_MODEL: "use 'extractive', which needs none",
}


def for_a_terminal(problem: Problem) -> Problem:
    """Return a problem whose advice names options and commands."""
    advice = problem.advice
    if isinstance(advice, Remedy):
        return replace(problem, advice=IN_A_TERMINAL[advice])
    return problem
