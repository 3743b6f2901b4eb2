"""False alarms of the search for orders to a model, among the ACL Anthology's abstracts."""

from bench.shared.data import ANTHOLOGY, json_lines
from citeloom.models.injections import instructions_in


def main() -> None:
    """Print how many titles and abstracts are taken for orders, and what in them."""
    number = flagged = 0
    for record in json_lines([ANTHOLOGY]):
        number += 1
        if found := instructions_in(f"{record['title']}\n{record['abstract']}"):
            flagged += 1
            print(f"{record['id']}: {'; '.join(found)}")
    print(f"{flagged} of {number:,} papers")
