"""Takes over stores of earlier versions, in which .bib files of projects had a say."""

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from citeloom.papers.found import Found


class _Answer(NamedTuple):
    """What a service said of a paper: the answer, its day, and as it is kept."""

    found: Found
    day: str
    said: str


def keep_services_facts(connection: sqlite3.Connection) -> None:
    """Build the papers anew from the answers of services, without what projects said of them.

    Answers that only an entry's identifiers brought together become several papers; the search
    that found them is forgotten. Searches for papers whose entries have an abstract count for
    such entries alone.
    """
    query = "SELECT paper, service, at, said FROM found ORDER BY paper"
    rows = connection.execute(query).fetchall()
    for table in ("fields", "aliases", "found"):
        connection.execute(f"DELETE FROM {table}")
    names = {}
    for name, answers in groupby(rows, itemgetter(0)):
        said = [answer for _, _, day, text in answers if (answer := _answer(day, text))]
        groups = _proved_groups(said)
        kept = [_keep(connection, group) for group in groups]
        names[name] = kept[0] if len(groups) == 1 else ""
    searches = connection.execute("SELECT asked, paper FROM searches WHERE paper != ''").fetchall()
    for asked, name in searches:
        if new := names.get(name):
            connection.execute("UPDATE searches SET paper = ? WHERE asked = ?", (new, asked))
        else:
            connection.execute("DELETE FROM searches WHERE asked = ?", (asked,))
    connection.execute(
        "UPDATE searches SET asked = asked || '+abstract'"
        """ WHERE ended LIKE '%"status":"from the .bib"%'"""
    )


def _answer(day: str, text: str) -> _Answer | None:
    from citeloom.papers.paper_json import found_from_json

    try:
        return _Answer(found_from_json(text), day, text)
    except ValueError:  # It is asked for again.
        return None


def _proved_groups(answers: Sequence[_Answer]) -> list[list[_Answer]]:
    from citeloom.papers.matching import are_one
    from citeloom.papers.store.trust import by_trust, merge_answers

    of_service = {answer.found.service: answer for answer in answers}
    ordered = by_trust((service, answer.found) for service, answer in of_service.items())
    groups: list[list[_Answer]] = []
    for answer in (of_service[found.service] for found in ordered):
        for group in groups:
            if are_one(merge_answers([it.found for it in group]), answer.found.paper):
                group.append(answer)
                break
        else:
            groups.append([answer])
    return groups


def _keep(connection: sqlite3.Connection, answers: Sequence[_Answer]) -> str:
    from citeloom.papers.store.papers import put_paper
    from citeloom.papers.store.trust import merge_answers

    merged = merge_answers([answer.found for answer in answers])
    name = put_paper(connection, merged, max(answer.day for answer in answers))
    for answer in answers:
        service = answer.found.service
        connection.execute(
            "UPDATE fields SET at = ? WHERE paper = ? AND source = ?", (answer.day, name, service)
        )
        connection.execute(
            "INSERT OR REPLACE INTO found (paper, service, at, said) VALUES (?, ?, ?, ?)",
            (name, service, answer.day, answer.said),
        )
    return name
