"""HiReview as a method."""

from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.methods.modelled.method import ModelMethod, model_of
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask


class HiReview(ModelMethod[HiReviewParameters]):
    """References are clustered into a taxonomy; each of its topics gets a name and a text."""

    name = "hireview"
    summary = "Sorts the references into topics, names these, and writes about each."
    parameters = HiReviewParameters
    writing = "citeloom.methods.hireview.topic_writing"
    has_outline = True

    async def outline(
        self, task: WritingTask, parameters: HiReviewParameters, ports: Ports
    ) -> Taxonomy:
        from citeloom.methods.hireview.topic_writing import named_taxonomy

        return await named_taxonomy(task, parameters, ports, model_of(ports, self.name))
