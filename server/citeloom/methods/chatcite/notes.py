"""Notes on the draft and on papers, as a model is shown them."""

from collections.abc import Mapping, Sequence

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.chatcite.answered_elements import as_brief_notes, as_notes
from citeloom.methods.chatcite.key_elements import Notes
from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.showing_papers import paper_head, quote_text
from citeloom.papers.paper import Paper


class NotesOnPapers:
    """Key elements of the draft and of papers; ``of`` are those of papers, by their ids."""

    def __init__(self, asker: Asker, draft: Notes, of: Mapping[str, Notes]) -> None:
        self._asker, self._draft, self.of = asker, draft, of
        # What is known of these comes from their titles alone already.
        self._by_title = frozenset(asker.refused.by_title)

    def show_draft(self, shown: Shown) -> str:
        title = self._asker.task.draft.title
        return self._quote(DRAFT, title, as_notes(self._draft, shown.share))

    def show(
        self, papers: Sequence[Paper], shown: Shown, in_full: Sequence[Paper] | None = None
    ) -> str:
        """Show key elements of papers; of those that are not ``in_full`` a brief note."""
        parts = []
        for paper in shown.of(papers):
            short, own = self._asker.ids.short(paper.id), self.of[paper.id]
            if paper.id in shown.refused.by_title and paper.id not in self._by_title:
                own = ()
            is_brief = in_full is not None and paper.id not in {one.id for one in in_full}
            notes = as_brief_notes(own) if is_brief else as_notes(own, shown.share)
            parts.append(f"{short}:\n{self._quote(short, paper_head(paper), notes)}")
        return "\n\n".join(parts)

    def _quote(self, name: str, head: str, notes: str) -> str:
        return quote_text(f"{head}\n{notes}", name, self._asker.ports.fence)
