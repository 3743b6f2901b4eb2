"""Fetches the full text of a paper from lawful sources, the best form first."""

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass

from citeloom.papers.fulltext.text import Form, FullText, Unreadable
from citeloom.papers.paper import Paper

ARXIV = "https://arxiv.org"


class NotFetched(Exception):  # noqa: N818 (it says what became of a request)
    """An address gave no bytes; the message says why, for the user to read."""


Get = Callable[[str], Awaitable[bytes]]
"""Fetches an address; raises ``NotFetched``. How politely, is its own matter."""

Read = Callable[[Form, bytes], Awaitable[FullText]]
"""Reads bytes as ``read_as`` does, such as in a process of its own; raises ``Unreadable``."""


@dataclass(frozen=True, slots=True)
class TextSource:
    """A form of a paper's full text and where it is; ``address`` is a URL or a path."""

    form: Form
    address: str


@dataclass(frozen=True, slots=True)
class Tried:
    """A source, and why it gave no text; empty for the one that was read."""

    source: TextSource
    said: str = ""


@dataclass(frozen=True)
class TextSearch:
    """The outcome of a search for a full text: the text, if any, and the sources tried."""

    text: FullText | None
    tried: tuple[Tried, ...] = ()


def sources_of(paper: Paper, pdf: str = "", arxiv: str = ARXIV) -> Iterator[TextSource]:
    """Yield where a paper's full text may be: its LaTeX source at arXiv, PDFs.

    Parameters
    ----------
    paper
        Only its arXiv id counts.
    pdf
        Address of a PDF that may lawfully be read, as services name it; empty without one.
    arxiv
        Where arXiv is: a mirror's address.
    """
    if paper.arxiv_id:
        yield TextSource(Form.LATEX, f"{arxiv}/e-print/{paper.arxiv_id}")
    if pdf:
        yield TextSource(Form.PDF, pdf)
    own = f"{arxiv}/pdf/{paper.arxiv_id}"
    if paper.arxiv_id and own != pdf:
        yield TextSource(Form.PDF, own)


async def fetch_full_text(
    paper: Paper, get: Get, read: Read, *, pdf: str = "", arxiv: str = ARXIV
) -> TextSearch:
    """Fetch and read a paper's full text from the first source that gives one.

    A source that fails is noted, and the next one is tried. The other parameters are those of
    ``sources_of``.
    """
    tried: list[Tried] = []
    for source in sources_of(paper, pdf, arxiv):
        try:
            text = await read(source.form, await get(source.address))
        except (NotFetched, Unreadable) as reason:
            tried.append(Tried(source, str(reason)))
        else:
            return TextSearch(text, (*tried, Tried(source)))
    return TextSearch(None, tuple(tried))


def read_as(form: Form, data: bytes) -> FullText:
    """Read a full text from bytes; an e-print that is a PDF is read as one.

    Raises
    ------
    Unreadable
        If they give no full text.
    """
    if form is Form.LATEX and not data.startswith(b"%PDF"):
        from citeloom.papers.fulltext.source.read import read_source

        return read_source(data)
    from citeloom.papers.fulltext.pdf.read import read_pdf

    return read_pdf(data)
