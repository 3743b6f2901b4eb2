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
    Remedy.WRITE_FIRST: "'citeloom write' writes one",
    Remedy.NAME_KEYS: "cite papers in the draft, or name them with --keys KEY,KEY",
    Remedy.INCLUDE_WRITTEN: "--all writes about them again; weave adds to your text",
    Remedy.LEAVE_OUT: "--exclude KEY leaves a paper out",
    Remedy.CLOSE: "complete it there, or move it out of the marks; --output FILE writes elsewhere",
    Remedy.RESTORE_RECORD: (
        "--below puts the new text below yours, --where-both-changed new puts it in place of the "
        "marked text; or restore its file in .citeloom, add references with "
        "'citeloom weave'"
    ),
    Remedy.REVISE: "citeloom revise rewrites it alone",
    Remedy.CHOOSE_PAPER: "citeloom fetch --write asks you which one is right; or add its DOI",
    Remedy.FETCH: "citeloom fetch may find one; or add an 'abstract' field",
    Remedy.WITHOUT_ABSTRACTS: (
        "'citeloom fetch' looks for them; --method extractive makes an outline from titles"
    ),
    Remedy.NAME_RETRACTED: "name it with --keys to write about it anyway",
    Remedy.FETCH_ALL: (
        "citeloom fetch may find them; without any, citeloom write makes an outline from titles"
    ),
    Remedy.ALLOW_OUTSIDE: "--outside allows it, from now on for this project",
    Remedy.NAME_MODEL: "'citeloom model set PROVIDER NAME' sets one",
    Remedy.SET_MODEL: "'citeloom model set PROVIDER NAME' sets one, 'extractive' works without",
    Remedy.USE_NO_MODEL: "'extractive' works without one",
}


def for_a_terminal(problem: Problem) -> Problem:
    """Return a problem whose advice names options and commands."""
    advice = problem.advice
    if isinstance(advice, Remedy):
        return replace(problem, advice=IN_A_TERMINAL[advice])
    return problem
