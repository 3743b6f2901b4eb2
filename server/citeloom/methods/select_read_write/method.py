"""Select-Read-Write as a method."""

from collections.abc import Mapping

from citeloom.methods.modelled.method import ModelMethod
from citeloom.methods.port import FullTexts
from citeloom.methods.select_read_write.parameters import SelectReadWriteParameters
from citeloom.methods.task import WritingTask


class SelectReadWrite(ModelMethod[SelectReadWriteParameters]):
    """Full texts are read section by section along the graph of citations, with a memory."""

    name = "select-read-write"
    summary = "Reads full texts section by section along their citations, and writes from notes."
    parameters = SelectReadWriteParameters
    writing = "citeloom.methods.select_read_write.note_writing"

    def notices(self, task: WritingTask, parameters: SelectReadWriteParameters) -> tuple[str, ...]:
        from citeloom.methods.select_read_write.sections import missing_texts

        return missing_texts(task)

    def reads_full_texts(self, parameters: SelectReadWriteParameters) -> bool:
        return True

    def reads_whole_texts(self, parameters: SelectReadWriteParameters) -> bool:
        return True

    def excerpts(
        self,
        task: WritingTask,
        parameters: SelectReadWriteParameters,
        texts: FullTexts,
        *,
        embedded: bool = False,
    ) -> Mapping[str, str]:
        from citeloom.methods.modelled.excerpt import with_headings
        from citeloom.methods.select_read_write.sections import readable_sections

        sections = readable_sections(task, texts)
        return {
            paper.id: with_headings((own.heading, own.text) for own in sections[paper.id])
            for paper in task.references
            if any(not own.is_abstract for own in sections[paper.id])
        }

    def draft_excerpt(self, task: WritingTask, parameters: SelectReadWriteParameters) -> str:
        from citeloom.methods.modelled.excerpt import with_headings
        from citeloom.methods.select_read_write.sections import count_sections, draft_sections

        own = draft_sections(task.draft) if count_sections(task) else ()
        return with_headings((section.heading, section.text) for section in own)
