"""The taxonomy of a task by clustering, its topics without names; counted before a run, too."""

from collections.abc import Mapping
from typing import Any

from citeloom.methods.hireview.cluster import taxonomy_of
from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.hireview.places import with_paragraphs
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.task import WritingTask


def clustered_task(
    task: WritingTask, parameters: HiReviewParameters
) -> tuple[Taxonomy, Mapping[str, Any]]:
    """Return the taxonomy of a task's references, and how it came about as JSON values.

    Without a taxonomy its clusters of papers stand side by side. Where paragraphs are asked for, as
    many topics at most hold papers, as far as the broadest topics allow.
    """
    taxonomy, trace = taxonomy_of(task.references, task.surroundings, parameters)
    taxonomy = fitting_taxonomy(taxonomy, task, parameters)
    if not parameters.taxonomy:
        clusters = tuple(
            Topic(topic.name, topic.papers, also=topic.also)
            for topic in taxonomy.walk()
            if topic.papers
        )
        taxonomy = Taxonomy(clusters)
    return taxonomy, trace


def fitting_taxonomy(
    taxonomy: Taxonomy, task: WritingTask, parameters: HiReviewParameters
) -> Taxonomy:
    """Return a taxonomy of at most as many topics with papers as paragraphs are asked for."""
    if task.paragraphs is None or parameters.has_headings:
        return taxonomy
    return with_paragraphs(taxonomy, task.paragraphs)
