"""ChatCite as a method."""

from collections.abc import Mapping

from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.modelled.method import ModelMethod, model_of
from citeloom.methods.port import FullTexts, Ports, Weaver
from citeloom.methods.task import WritingTask
from citeloom.methods.weaving import Weave, WeavingTask


class ChatCiteWeaver(Weaver[ChatCiteParameters]):
    async def weave(self, task: WeavingTask, parameters: ChatCiteParameters, ports: Ports) -> Weave:
        from citeloom.methods.chatcite.weaving import weave_in

        return await weave_in(task, parameters, ports, model_of(ports, ChatCite.name))


class ChatCite(ModelMethod[ChatCiteParameters]):
    """References are woven in one by one, each compared with those before; votes choose."""

    name = "chatcite"
    summary = "Asks seven questions about each paper, weaves papers in one by one, and votes."
    parameters = ChatCiteParameters
    writing = "citeloom.methods.chatcite.increments"
    weaver: Weaver[ChatCiteParameters] | None = ChatCiteWeaver()

    def reads_full_texts(self, parameters: ChatCiteParameters) -> bool:
        return parameters.full_text

    def excerpts(
        self,
        task: WritingTask,
        parameters: ChatCiteParameters,
        texts: FullTexts,
        *,
        embedded: bool = False,
    ) -> Mapping[str, str]:
        from citeloom.methods.modelled.excerpt import excerpt_of

        found = {paper.id: excerpt_of(paper, texts) for paper in task.references}
        return {name: excerpt.text() for name, excerpt in found.items() if excerpt}

    def draft_excerpt(self, task: WritingTask, parameters: ChatCiteParameters) -> str:
        from citeloom.methods.modelled.excerpt import excerpt_of_draft

        excerpt = excerpt_of_draft(task.draft) if parameters.full_text else None
        return excerpt.text() if excerpt else ""
