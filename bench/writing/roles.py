"""Roles of the sentences of abstracts, on the development part of CSAbstruct."""

from collections import Counter
from collections.abc import Sequence

from bench.shared.data import DATA, json_lines
from citeloom.grounding.roles.model import roles
from citeloom.grounding.roles.role import Role


def main() -> None:
    """Print accuracy and macro-F1 beside the most frequent role."""
    abstracts = list(json_lines([DATA / "csabstruct/dev.jsonl"]))
    right = [Role(label) for abstract in abstracts for label in abstract["labels"]]
    most, _ = Counter(right).most_common(1)[0]
    print(line("the most frequent role", [most] * len(right), right))
    told = [role for abstract in abstracts for role in roles(abstract["sentences"])]
    print(line("the trained model", told, right))


def line(what: str, told: Sequence[Role], right: Sequence[Role]) -> str:
    """Return accuracy, macro-F1 and the F1 of each role, as a line."""
    both = Counter(role for role, other in zip(told, right, strict=True) if role is other)
    sizes = Counter(told) + Counter(right)
    f1 = {role: 2 * both[role] / (sizes[role] or 1) for role in Role}
    each = ", ".join(f"{role} {value:.3f}" for role, value in f1.items())
    accuracy = both.total() / (len(right) or 1)
    macro = sum(f1.values()) / len(f1)
    return (
        f"{what}: accuracy {accuracy:.4f}, macro-F1 {macro:.4f} ({each}; {len(right):,} sentences)"
    )
