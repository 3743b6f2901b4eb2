"""Print trees of the list on long-context models, to be read: each title with its true topics.

``python -m bench.taxonomy_trees agglomerative 20 101``: by which clustering, of how many papers,
drawn with which seed.
"""

import sys
from collections.abc import Iterator, Sequence

from bench.taxonomy_data import long_context, scattered_sample
from citeloom.methods.hireview.cluster import taxonomy_of
from citeloom.methods.hireview.clustering_parameters import Clustering, ClusteringParameters
from citeloom.methods.hireview.labelled_papers import LabelledPapers
from citeloom.methods.hireview.taxonomy import Topic


def main(clustering: str, size: int, seed: int) -> None:
    """Print a tree."""
    sample = scattered_sample(long_context(), size, seed)
    parameters = ClusteringParameters(clustering=Clustering(clustering))
    taxonomy, _ = taxonomy_of(sample.papers, sample.surroundings, parameters)
    for line in _lines(taxonomy.topics, sample, 0):
        print(line)


def _lines(topics: Sequence[Topic], sample: LabelledPapers, inside: int) -> Iterator[str]:
    titles = {paper.id: paper.title for paper in sample.papers}
    for topic in topics:
        yield f"{'  ' * inside}- {len(topic.all_papers())} papers"
        for sign, papers in (("*", topic.papers), ("+", topic.also)):
            for paper in papers:
                true = " / ".join(sample.paths[paper])
                yield f"{'  ' * inside}  {sign} {titles[paper]}  [{true}]"
        yield from _lines(topic.topics, sample, inside + 1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
