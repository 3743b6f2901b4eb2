"""Papers on something else, and without an abstract, for claims that are checked."""

from citeloom.papers.paper import Author, Paper

BIRDS = Paper(
    "p:birds",
    title="Hearing birds at night",
    authors=(Author("Lindqvist", "Per"),),
    abstract=(
        "Nocturnal migration of birds is recorded by microphones. A detector of flight calls finds "
        "thrushes and warblers in long recordings. It was tested on 300 hours from Öland."
    ),
)
UNREAD = Paper("p:unread", title="Openings in chess")
