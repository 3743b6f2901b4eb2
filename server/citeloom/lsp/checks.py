"""Check the open projects, once for each state of a project."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeloom.actions.checking.check import CheckResult
    from citeloom.actions.checking.claims.check_claims import ClaimsCheck
    from citeloom.actions.checking.claims.stored_judgements import KeptJudgements
    from citeloom.actions.context import Context, Opened
    from citeloom.actions.papers.paper_reader import PaperReader
    from citeloom.lsp.papers import Papers


@dataclass
class _Check:
    """A check of one state of a project: with all its claims, or with those of an earlier one.

    ``askers`` is how many wait for its result; one that has not begun is dropped with the last.
    """

    opened: "Opened"
    claims: bool
    thorough: bool
    earlier: "ClaimsCheck | None"
    judged: "KeptJudgements | None"
    result: "asyncio.Future[CheckResult]" = field(init=False)
    askers: int = 0
    has_begun: bool = False

    def drop_unasked(self) -> None:
        """Drop it if it has not begun and nobody waits for it."""
        if not self.askers and not self.has_begun:
            self.result.cancel()


class Checks:
    """The last check of each project; checks run in threads, those of one project by turns.

    One that waits for its turn while a keystroke makes it stale is dropped with whoever asked.
    What sentences say of the papers that they cite is checked where that is asked for; until it
    is asked again, what was found stays with the sentences that stay the same. So does what a
    model said of claims. A project that was asked to be checked thoroughly stays so until it is
    asked not to be.
    """

    def __init__(self) -> None:
        self._checks: dict[Path, _Check] = {}
        self._asked: set[Path] = set()
        self._thorough: set[Path] = set()
        self._claims: dict[Path, ClaimsCheck] = {}
        self._finished: dict[Path, ClaimsCheck] = {}
        self._forgotten = 0
        self._turns: dict[Path, asyncio.Lock] = {}
        self._judged: dict[Path, KeptJudgements] = {}

    async def result(
        self, opened: "Opened", context: "Context", papers: "Papers", *, claims: bool = False
    ) -> "CheckResult":
        """Return the check of a project, made now unless nothing has changed since the last.

        ``claims``: also of what sentences say of the papers that they cite, each time.
        """
        root = opened.project.root
        check = self._check_of(opened, context, papers, claims=claims)
        check.askers += 1
        try:
            result = await asyncio.shield(check.result)
        finally:
            check.askers -= 1
            check.drop_unasked()
        if root in self._asked and check.claims and result.claims is not None:
            self._asked.discard(root)
            self._claims[root] = result.claims
        return result

    def begin(
        self, opened: "Opened", context: "Context", papers: "Papers", *, claims: bool = False
    ) -> None:
        """Have a project checked as ``result`` does, without waiting for it."""
        self._check_of(opened, context, papers, claims=claims)

    def finished_claims(self, root: Path) -> "ClaimsCheck | None":
        """Return what the last finished check found of claims, in whatever state of the draft.

        None where there was none since more is known of papers, or claims were asked for.
        """
        return self._finished.get(root)

    def _check_of(
        self, opened: "Opened", context: "Context", papers: "Papers", *, claims: bool
    ) -> _Check:
        """Return the check of a project that is made, has its turn, or waits for it."""
        root = opened.project.root
        claims, thorough = claims or root in self._asked, root in self._thorough
        earlier = None if claims else self._claims.get(root)
        judged = self._judged.get(root)
        last = self._checks.get(root)
        if (
            last is None
            or last.opened is not opened
            or last.claims is not claims
            or last.thorough is not thorough
            or last.earlier is not earlier
            or last.judged is not judged
            or last.result.cancelled()
        ):
            if last is not None:
                last.drop_unasked()
            reader = papers.of_project(opened.project, context)
            last = _Check(opened, claims, thorough, earlier, judged)
            last.result = asyncio.ensure_future(self._run(last, context, reader))
            self._checks[root] = last
        return last

    async def _run(self, check: _Check, context: "Context", reader: "PaperReader") -> "CheckResult":
        root, forgotten = check.opened.project.root, self._forgotten
        async with self._turns.setdefault(root, asyncio.Lock()):
            check.has_begun = True
            result = await asyncio.to_thread(_check_in_thread, check, context, reader)
        if result.claims is not None and forgotten == self._forgotten:
            self._finished[root] = result.claims
        return result

    def ask_claims(self, root: Path, *, thorough: bool | None = None) -> None:
        """Have the next check of a project tell what its sentences say of the papers they cite.

        ``thorough``: whether it, and all after it, tell of all that the papers' texts do not say;
        None if as before.
        """
        if thorough is not None:
            (self._thorough.add if thorough else self._thorough.discard)(root)
        self._asked.add(root)
        self._checks.pop(root, None)
        self._forget_finished()

    def keep_judgements(self, root: Path, judged: "KeptJudgements") -> None:
        """Show a model's new judgements in the checks of a project, not its earlier ones."""
        self._judged[root] = judged
        self.ask_claims(root)

    def has_claims(self, root: Path) -> bool:
        """Tell whether the claims of a project were checked when that was asked for."""
        return root in self._claims or root in self._asked

    def leave(self, root: Path) -> None:
        """Forget the check of a project that is not held any more."""
        self._finished.pop(root, None)
        if root in self._checks and self._checks[root].result.done():
            del self._checks[root]

    def forget(self) -> None:
        """Forget all checks, because more is known of papers."""
        self._checks.clear()
        self._forget_finished()

    def forget_claims(self) -> None:
        """Forget what was found of sentences, too, because settings have changed."""
        self._asked.clear()
        self._thorough.clear()
        self._claims.clear()
        self._judged.clear()
        self.forget()

    def _forget_finished(self) -> None:
        # What runs now began with what was known before.
        self._forgotten += 1
        self._finished.clear()


def _check_in_thread(check: _Check, context: "Context", reader: "PaperReader") -> "CheckResult":
    """Check a project; then write what makes the next start of the server faster."""
    from citeloom.actions.checking.check import check_project

    checked = check_project(
        check.opened,
        context,
        reader,
        every_place=True,
        claims=check.claims,
        thorough=check.thorough,
        checked_claims=check.earlier,
        judgements=check.judged,
    )
    context.write_indexes()
    return checked
