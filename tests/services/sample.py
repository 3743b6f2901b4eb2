"""A few papers that the loopback services know of where a test gives none."""

from citeloom.papers.paper import Author, Paper

SAMPLE = (
    Paper(
        id="doi:10.1000/garden.1",
        title="Attention in Small Gardens: A Study of Plants",
        authors=(Author("Müller", "Änne"), Author("van der Berg", "Jan")),
        year=2019,
        venue="Journal of Gardens",
        type="article",
        doi="10.1000/garden.1",
        arxiv_id="1905.01234",
        s2_id="0123456789abcdef0123456789abcdef01234567",
        pmid="31000001",
        abstract="We study how plants in small gardens attend to each other. Watering by turns, "
        "we find that α-leaves lean towards 25 % more light than their neighbours do.",
    ),
    Paper(
        id="doi:10.1000/graphs.2",
        title="Graphs & Trees for C++ Programmers",
        authors=(Author("O'Neil", "Róisín"),),
        year=2021,
        venue="Proceedings of the Forest Conference",
        type="inproceedings",
        doi="10.1000/graphs.2",
        s2_id="1123456789abcdef0123456789abcdef01234567",
        acl_id="2021.forest-1.7",
        abstract="Trees are graphs without cycles. This paper shows which of the graph algorithms "
        "of the standard library are wrong for graphs with fewer than three nodes.",
    ),
    Paper(
        id="arxiv:2101.00042",
        title="A Preprint That Was Never Published",
        authors=(Author("李", "明"), Author("García Márquez", "Ana")),
        year=2021,
        venue="arXiv.org",
        type="misc",
        arxiv_id="2101.00042",
        s2_id="2123456789abcdef0123456789abcdef01234567",
        abstract="Some results stay preprints for good. We count them, ask their authors why, and "
        "propose a place where such results can be found again.",
    ),
    Paper(
        id="doi:10.1000/withdrawn.4",
        title="Cold Fusion in a Teacup",
        authors=(Author("Hasty", "Harriet"),),
        year=2015,
        venue="Journal of Teacups",
        type="article",
        doi="10.1000/withdrawn.4",
        abstract="We report excess heat in a teacup of ordinary size. The effect was seen in three "
        "of the three cups that were tried and in no saucer.",
    ),
)
"""Among them one with every identifier, one with signs that LaTeX and addresses escape, one that
is on arXiv alone, and one (the last) that only DOI services know."""
