"""The error that a service ends with."""

NAMES = {
    "s2": "Semantic Scholar",
    "arxiv": "arXiv",
    "crossref": "Crossref",
    "openalex": "OpenAlex",
    "unpaywall": "Unpaywall",
    "pdf": "the PDF",
}
"""What users call each service."""


class ServiceFailed(Exception):  # noqa: N818 (the name says it)
    """A service did not answer as documented; what others said stays good.

    Parameters
    ----------
    service
        Its short name: a key of ``NAMES``.
    said
        What happened and what a person can do about it: no key, no whole address.
    """

    def __init__(self, service: str, said: str) -> None:
        super().__init__(service, said)
        self.service = service
        self.said = said

    def __str__(self) -> str:
        return f"{NAMES.get(self.service, self.service)}: {self.said}"
