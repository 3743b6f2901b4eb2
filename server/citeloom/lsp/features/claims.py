"""The hover of a citing sentence, and the quick fixes of what is doubtful or retracted in it."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.features.actions import Action, ActionsAsked
from citeloom.lsp.features.markup import Page
from citeloom.lsp.features.requests.arguments import (
    ORDERS,
    ClaimsArguments,
    KeyArguments,
    OrderArguments,
)
from citeloom.lsp.routes import CLAIMS_KIND, JUDGING_KIND, THOROUGH_KIND
from citeloom.lsp.snapshot import Snapshot
from citeloom.visible import shorten

if TYPE_CHECKING:
    from citeloom.actions.checking.claims.check_claims import CheckedSentence, ClaimsCheck
    from citeloom.actions.checking.claims.claim_fix import ClaimFix

LONGEST_SOURCE = 300
LONGEST_JUDGEMENT = 600
MOST_QUOTED = 12
MOST_SOURCES = 3
"""Papers of one sentence whose sources are offered."""


async def claim_hover(snapshot: Snapshot, offset: int) -> types.Hover | None:
    """Return what the cited papers say of the sentence at a place; None where that is not asked."""
    found = await checked_sentence(snapshot, offset)
    if found is None:
        return None
    from citeloom.actions.checking.claims.at_a_place import described_claims

    checked, sentence = found
    page = Page(snapshot.client.markdown)
    for claim in described_claims(sentence, checked.texts):
        finding = f"by its words: {claim.finding}" if claim.judged else claim.finding
        page.text(f"{finding[:1].upper()}{finding[1:]}", strong=True)
        for reason in claim.reasons:
            page.text(reason, soft=True)
        page.items("Sources", _named(claim.sources))
        if claim.judged:
            words = shorten(claim.judged, LONGEST_JUDGEMENT)
            page.text(f"{words[:1].upper()}{words[1:]}. A model can be wrong.")
            page.items("It quotes", _named(claim.quotes))
    return types.Hover(page.content, snapshot.range(sentence.sentence.span))


def _named(lines: Sequence[str]) -> list[tuple[str, str]]:
    """Return the first lines of sources, each with the name of its place."""
    named = (line.split(": ", 1) for line in lines[:MOST_QUOTED])
    return [(name, shorten(text, LONGEST_SOURCE)) for name, text in named]


async def judging_actions(asked: ActionsAsked) -> list[Action]:
    """Return the action that has a model judge the claims of the draft, at a checked sentence."""
    if await checked_sentence(asked.snapshot, asked.selected.start) is None:
        return []
    arguments = OrderArguments(version=ORDERS, kind="judgeClaims")
    title = "Check the claims of the draft with a model"
    return [Action(title, "judgeClaims", arguments, JUDGING_KIND)]


def check_actions(asked: ActionsAsked) -> Iterator[Action]:
    """Yield the actions that check the claims of the draft now, whatever the setting."""
    for kind, thorough in ((CLAIMS_KIND, False), (THOROUGH_KIND, True)):
        if asked.wants(kind):
            more = ", thoroughly" * thorough
            title = f"Check what the draft says about the papers it cites{more}"
            yield Action(title, "checkClaims", ClaimsArguments(thorough=thorough), kind)


async def claim_actions(asked: ActionsAsked) -> list[Action]:
    """Return the quick fixes of the sentence at a place: none where nothing is doubtful."""
    found = await checked_sentence(asked.snapshot, asked.selected.start)
    if found is None:
        return []
    from citeloom.actions.checking.claims.at_a_place import claim_fixes
    from citeloom.actions.checking.claims.claim_problems import problems_of

    checked, sentence = found
    if not any(True for _ in problems_of(sentence, checked.texts)):
        return []
    return [
        *_edits(asked, claim_fixes(sentence, checked.texts)),
        *_ways_to_sources(asked, checked, sentence),
    ]


def _edits(asked: ActionsAsked, found: "Iterable[ClaimFix]") -> Iterator[Action]:
    for fix in found:
        place = asked.snapshot.range(fix.edit.span)
        mends = [it for it in asked.diagnostics_of(fix.rule) if _touch(it.range, place)]
        yield Action(fix.title, edits={asked.snapshot.path: (fix.edit,)}, mends=mends)


def _touch(problem: types.Range, edit: types.Range) -> bool:
    """Tell whether an edit mends what a problem marks: of two wrong numbers its own."""
    return problem.start <= edit.end and edit.start <= problem.end


def _ways_to_sources(
    asked: ActionsAsked, checked: "ClaimsCheck", sentence: "CheckedSentence"
) -> Iterator[Action]:
    """Yield actions that show the source of each paper that the sentence cites, or should cite."""
    from citeloom.actions.checking.claims.claim_problems import where
    from citeloom.actions.checking.claims.source_places import sources_at

    for source in sources_at(checked, sentence)[:MOST_SOURCES]:
        title = f"Show source in '{source.key}': {where(source.sentence)}"
        yield Action(title, "showSource", KeyArguments(position=asked.position, key=source.key))


async def checked_sentence(
    snapshot: Snapshot, offset: int
) -> "tuple[ClaimsCheck, CheckedSentence] | None":
    """Return the checked sentence at a place; None where claims were not to be checked.

    It comes from the last finished check of the draft, or is checked alone if it has changed
    since; None also until a check has read the papers that are cited there now.
    """
    always, root = snapshot.settings.claims == "always", snapshot.project.root
    if not (always or snapshot.checks.has_claims(root)):
        return None
    if snapshot.path not in snapshot.project.documents:
        return None
    claims = snapshot.checks.finished_claims(root)
    if claims is None:
        result = await snapshot.checks.result(
            snapshot.opened, snapshot.context, snapshot.papers, claims=always
        )
        claims = result.claims
    if claims is None:
        return None
    from citeloom.actions.checking.claims.since_a_check import SinceCheck

    since = SinceCheck(claims, snapshot.project)
    sentence = since.sentence_at(snapshot.path, offset)
    if sentence is None:
        return None
    checked = since.known(sentence)
    if checked is None and always and since.can_check(sentence):
        checked = await asyncio.to_thread(since.check, sentence)
    if checked is not None and since.holds(checked):
        return since.claims, checked
    if always:  # Nobody else has the draft checked where diagnostics are off.
        snapshot.checks.begin(snapshot.opened, snapshot.context, snapshot.papers, claims=True)
    return None


async def retraction_actions(asked: ActionsAsked) -> AsyncIterator[Action]:
    """Yield what mends the citations of retracted papers that an editor asks fixes for."""
    snapshot, told = asked.snapshot, asked.diagnostics_of("retracted")
    if not told or snapshot.path not in snapshot.project.documents:
        return
    from citeloom.actions.checking.retraction_fixes import retraction_fix

    for diagnostic in told:
        fix = await asyncio.to_thread(
            retraction_fix,
            snapshot.opened,
            snapshot.paper_reader,
            snapshot.source,
            snapshot.offset(diagnostic.range.start),
        )
        if fix is not None:
            yield Action(fix.title, edits={snapshot.path: (fix.edit,)}, mends=[diagnostic])
