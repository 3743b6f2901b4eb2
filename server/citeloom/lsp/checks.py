"""Check the open projects, once for each state of a project."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeloom.actions.checking.check import CheckResult
    from citeloom.actions.checking.claims.check_claims import ClaimsCheck
    from citeloom.actions.checking.claims.kept_judgements import KeptJudgements
    from citeloom.actions.context import Context, Opened
    from citeloom.actions.papers.paper_reader import PaperReader
    from citeloom.lsp.papers import Papers


@dataclass(frozen=True)
class _Check:
    """A check of one state of a project: with all its claims, or with those of an earlier one."""

    opened: "Opened"
    claims: bool
    earlier: "ClaimsCheck | None"
    judged: "KeptJudgements | None"
    result: "asyncio.Future[CheckResult]"


class Checks:
    """The last check of each project; checks run in threads.

    What sentences say of the papers that they cite is checked where that is asked for; until it
    is asked again, what was found stays with the sentences that stay the same. So does what a
    model said of claims.
    """

    def __init__(self) -> None:
        self._checks: dict[Path, _Check] = {}
        self._asked: set[Path] = set()
        self._claims: dict[Path, ClaimsCheck] = {}
        self._judged: dict[Path, KeptJudgements] = {}

    async def of(
        self, opened: "Opened", context: "Context", papers: "Papers", *, claims: bool = False
    ) -> "CheckResult":
        """Return the check of a project, made now unless nothing has changed since the last.

        ``claims``: also of what sentences say of the papers that they cite, each time.
        """
        root = opened.project.root
        claims = claims or root in self._asked
        earlier = None if claims else self._claims.get(root)
        judged = self._judged.get(root)
        last = self._checks.get(root)
        if (
            last is None
            or last.opened is not opened
            or last.claims is not claims
            or last.earlier is not earlier
            or last.judged is not judged
            or last.result.cancelled()
        ):
            reader = papers.of_project(opened.project, context)
            work = asyncio.to_thread(_check, opened, context, reader, claims, earlier, judged)
            last = _Check(opened, claims, earlier, judged, asyncio.ensure_future(work))
            self._checks[root] = last
        result = await asyncio.shield(last.result)
        if root in self._asked and last.claims and result.claims is not None:
            self._asked.discard(root)
            self._claims[root] = result.claims
        return result

    def ask_claims(self, root: Path) -> None:
        """Have the next check of a project tell what its sentences say of the papers they cite."""
        self._asked.add(root)
        self._checks.pop(root, None)

    def keep_judgements(self, root: Path, judged: "KeptJudgements") -> None:
        """Have checks of a project tell what a model said of its claims, instead of what it said
        before.
        """
        self._judged[root] = judged
        self.ask_claims(root)

    def has_claims(self, root: Path) -> bool:
        """Tell whether the claims of a project were checked when that was asked for."""
        return root in self._claims or root in self._asked

    def forget(self) -> None:
        """Forget all checks, because more is known of papers."""
        self._checks.clear()

    def forget_claims(self) -> None:
        """Forget what was found of sentences, too, because settings have changed."""
        self._asked.clear()
        self._claims.clear()
        self._judged.clear()
        self.forget()


def _check(
    opened: "Opened",
    context: "Context",
    reader: "PaperReader",
    claims: bool,
    earlier: "ClaimsCheck | None",
    judged: "KeptJudgements | None",
) -> "CheckResult":
    """Check a project; then write what makes the next start of the server faster."""
    from citeloom.actions.checking.check import check_project

    checked = check_project(
        opened,
        context,
        reader,
        every_place=True,
        claims=claims,
        checked_claims=earlier,
        judgements=judged,
    )
    context.write_indexes()
    return checked
