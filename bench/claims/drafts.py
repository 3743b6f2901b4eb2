"""Claims of whole drafts: as they are, with another paper cited, and of another draft.

    python -m bench drafts MAIN.tex MAIN.tex ...

The share that is told of, quietly and thoroughly, of all claims whose papers all have an abstract,
and of those that the checker takes for supported. Nothing is fetched.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from citeloom.actions.checking.claims.check_claims import cited_texts
from citeloom.actions.checking.claims.cited_claims import citing_sentences
from citeloom.actions.context import Context, open_project
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.verdict import DoubtKind, SupportVerdict

SEED = 2026
Forms = Mapping[str, Claim]


@dataclass(frozen=True)
class CheckedDraft:
    """The claims of a draft whose papers all have an abstract, and both its checkers."""

    claims: tuple[Claim, ...]
    quiet: SupportChecker
    thorough: SupportChecker

    @property
    def known(self) -> list[str]:
        """The ids of the papers with an abstract."""
        return [paper for paper, source in self.quiet.sources.items() if source.is_known]


def checked_draft(main: Path) -> CheckedDraft:
    """Read a draft."""
    opened = open_project(main, Context())
    texts = cited_texts(opened, Context(), [])
    thorough = cited_texts(opened, Context(), [], is_thorough=True).checker
    known = {paper for paper, source in texts.checker.sources.items() if source.is_known}
    each = (claim for sentence in citing_sentences(opened.project) for claim in sentence.claims)
    claims = (Claim(it.text, texts.ids_of(it.keys)) for it in each)
    return CheckedDraft(
        tuple(it for it in claims if known >= {*it.papers}), texts.checker, thorough
    )


def forms_of(
    claim: Claim, known: Sequence[str], texts: Sequence[str], draw: random.Random
) -> Forms:
    """Return a claim as it is, citing another of the known papers, and with another text."""
    others = [paper for paper in known if paper not in claim.papers]
    return {
        "as it is": claim,
        "another paper": replace(claim, papers=(draw.choice(others),)),
        "another draft": replace(claim, text=draw.choice(texts)),
    }


def main() -> None:
    """Print a line for each form of the claims."""
    drafts = [draft for draft in map(checked_draft, map(Path, sys.argv[1:])) if draft.claims]
    draw = random.Random(SEED)
    told: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for draft, other in zip(drafts, [*drafts[1:], drafts[0]], strict=True):
        texts = [claim.text for claim in other.claims]
        for claim in draft.claims:
            is_supported = draft.quiet.check(claim).verdict is SupportVerdict.SUPPORTED
            for name, changed in forms_of(claim, draft.known, texts, draw).items():
                found = _is_told(draft.quiet, changed), _is_told(draft.thorough, changed)
                told[name, "all"].append(found)
                if is_supported:
                    told[name, "supported"].append(found)
    print(f"{len(drafts)} drafts")
    for (name, which), each in told.items():
        quiet = sum(found for found, _ in each) / len(each)
        thorough = sum(found for _, found in each) / len(each)
        print(f"{name}, {which}: {quiet:.2f} quiet, {thorough:.2f} thorough, of {len(each)}")


def _is_told(checker: SupportChecker, claim: Claim) -> bool:
    return any(it.kind is not DoubtKind.VERBATIM for it in checker.check(claim).doubts)
