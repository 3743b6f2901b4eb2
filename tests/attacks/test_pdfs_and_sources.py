"""Hostile PDFs, archives, LaTeX sources and pages, read as full texts are: by ``TextReader``."""

import gzip
import io
import json
import sys
import tarfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from attacks.runner import MEMORY, SECONDS, run
from covering import slow_after
from pdfs import pdf_of_lines
from pypdf import PdfReader, PdfWriter

from citeloom.papers.fulltext.text import Form

READ = """
import asyncio, json, sys
from pathlib import Path
from citeloom.actions.papers.text_reader import TextReader
from citeloom.papers.fulltext.text import Form, Unreadable

async def read(form, path):
    async with TextReader() as reader:
        return await reader.read(form, path.read_bytes())

def main():
    try:
        text, opening = asyncio.run(read(Form[sys.argv[1]], Path(sys.argv[2])))
    except Unreadable as reason:
        print(json.dumps({"read": False, "said": str(reason)}))
    else:
        said = " ".join(section.heading + " " + section.text for section in text.sections)
        print(json.dumps({"read": True, "said": said}))

if __name__ == "__main__":
    main()
"""

LINES = (
    "1 Introduction", "Looms were used long before words [1], and still are.",
    "References", "[1] J. Roe. Of looms. 2010. doi:10.1000/x.",
)  # fmt: skip
# PDFium ends its process where it cannot get memory.
ENDED = "the job's process ended unexpectedly"
OVER = "needs more than 500,000,000 bytes of memory"
ESCAPED = Path("/tmp/citeloom-escaped.tex")
SAID = "Looms were used long before words"
TEX = r"\documentclass{article}\begin{document}\section{One}" + SAID + r".%s\end{document}"


def zeros(size: int, of: bytes = b"\0") -> bytes:
    """Compress so many bytes, without holding them."""
    packer = zlib.compressobj(9)
    piece = of * ((1 << 20) // len(of))
    return b"".join(packer.compress(piece) for _ in range(size >> 20)) + packer.flush()


def gzipped(size: int, before: bytes = b"", of: bytes = b"%") -> bytes:
    packer = zlib.compressobj(9, wbits=31)
    piece = of * ((1 << 20) // len(of))
    parts = [packer.compress(before), *(packer.compress(piece) for _ in range(size >> 20))]
    return b"".join(parts) + packer.flush()


def pdf(*objects: bytes, trailer: bytes = b"") -> bytes:
    """Write a PDF of objects; the first is its catalogue."""
    written = bytearray(b"%PDF-1.7\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    written += b"trailer\n<</Size %d /Root 1 0 R %s>>\n" % (len(objects) + 1, trailer)
    return bytes(written + b"startxref\n%d\n%%%%EOF\n" % start)


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<</Length %d %s>>\nstream\n" % (len(data), more) + data + b"\nendstream"


FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
DRAWN = b"BT /F1 10 Tf 20 700 Td (1 Introduction) Tj 0 -20 Td (" + SAID.encode() + b".) Tj ET\n"


def page(
    contents: bytes, *others: bytes, page: bytes = b"", catalogue: bytes = b"", box: str = "600 800"
) -> bytes:
    """Write a PDF of a page with these contents; ``others`` are objects from number 6 on."""
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R %s>>" % catalogue,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %s]/Contents 4 0 R" % box.encode()
        + b"/Resources<</Font<</F1 5 0 R>>/XObject<</X 6 0 R>>>> %s>>" % page,
        contents,
        FONT,
        *others,
    )


def tree_in_a_circle() -> bytes:
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 9/Parent 3 0 R>>",
        b"<</Type/Pages/Kids[2 0 R]/Count 9/Parent 2 0 R>>",
    )


def pages_without_number() -> bytes:
    return page(stream(DRAWN)).replace(b"/Count 1", b"/Count 2147483647")


def page_of_size(box: str) -> Callable[[], bytes]:
    return lambda: page(stream(DRAWN), box=box)


def bomb() -> bytes:
    return page(stream(zeros(1 << 30), b"/Filter/FlateDecode"))


def bomb_in_a_bomb() -> bytes:
    packed = zlib.compress(zeros(1 << 30))
    return page(stream(packed, b"/Filter[/FlateDecode/FlateDecode]"))


def filters() -> bytes:
    return page(stream(zlib.compress(DRAWN), b"/Filter[" + b"/FlateDecode" * 1000 + b"]"))


def operators() -> bytes:
    drawn = zeros(120 << 20, b"BT /F1 10 Tf (a) Tj ET\n\n")
    return page(stream(drawn, b"/Filter/FlateDecode"))


def deep_arrays() -> bytes:
    return page(stream(DRAWN), page=b"/Annots " + b"[" * 500_000)


def huge_font() -> bytes:
    return page(stream(DRAWN.replace(b" 10 Tf", b" 1e38 Tf")))


def encrypted() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf_of_lines(LINES))))
    writer.encrypt("a password", algorithm="RC4-128")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def actions() -> bytes:
    catalogue = (
        b"/OpenAction<</S/JavaScript/JS(app.launchURL('http://127.0.0.1:9/');)"
        b"/Next[<</S/Launch/F(/usr/bin/touch)/Unix<</F(touch ran)>>>>"
        b"<</S/URI/URI(http://127.0.0.1:9/)>><</S/SubmitForm/F(http://127.0.0.1:9/)>>]>>"
    )
    return page(stream(DRAWN), catalogue=catalogue, page=b"/AA<</O<</S/Launch/F(touch ran)>>>>")


def previous_table_is_itself() -> bytes:
    made = page(stream(DRAWN))
    start = made.rindex(b"xref\n0 ")
    return made.replace(b"/Root 1 0 R", b"/Prev %d /Root 1 0 R" % start)


def no_table() -> bytes:
    made = page(stream(DRAWN))
    return made[: made.rindex(b"xref\n0 ")] + b"startxref\n99999999999999999999\n%%EOF"


def streams_in_a_circle() -> bytes:
    circle = stream(b"7 0 7 0", b"/Type/ObjStm/N 1/First 4/Extends %d 0 R")
    return page(stream(DRAWN), circle % 7, circle % 6)


def noise() -> bytes:
    return b"%PDF-1.7\n" + Random(7).randbytes(3_000_000)


def junk() -> bytes:
    return page(stream(DRAWN)) + Random(7).randbytes(1 << 20) * 100


def form_in_itself() -> bytes:
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X 6 0 R>>>>"
    return page(stream(DRAWN + b"/X Do"), stream(b"/X Do /X Do /X Do", form))


def image_of_a_wall() -> bytes:
    image = b"/Type/XObject/Subtype/Image/Width 60000/Height 60000/BitsPerComponent 8"
    image += b"/ColorSpace/DeviceGray/Filter/FlateDecode"
    return page(stream(DRAWN + b"600 0 0 800 0 0 cm /X Do"), stream(zeros(100 << 20), image))


def table_as_a_stream(more: bytes, data: bytes = b"") -> Callable[[], bytes]:
    """Return what makes a PDF whose table of objects is a stream that says such things."""

    def made() -> bytes:
        before = page(stream(DRAWN))
        before = before[: before.rindex(b"xref\n0 ")]
        table = stream(data, b"/Type/XRef/Root 1 0 R " + more)
        return before + b"9 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF" % (table, len(before))

    return made


def objects_in_a_stream() -> bytes:
    packed = zeros(50 << 20, b"7 0 ")
    return page(stream(DRAWN), stream(packed, b"/Type/ObjStm/N 9999999/First 9/Filter/FlateDecode"))


def font(more: bytes, *others: bytes) -> Callable[[], bytes]:
    """Return what makes a PDF whose font says such things; object 7 is the first of the others."""
    return lambda: page(stream(DRAWN), FONT, *others).replace(FONT, FONT[:-2] + more + b">>", 1)


def character_map() -> bytes:
    ranges = b"100 beginbfrange\n" + b"<0000><ffff><0000>\n" * 100 + b"endbfrange\n"
    return font(b"/ToUnicode 7 0 R", stream(b"begincmap\n" + ranges * 2_000 + b"endcmap"))()


def glyph_of_itself() -> bytes:
    glyphs = b"/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 32/LastChar 122"
    glyphs += b"/CharProcs<</a 7 0 R>>/Encoding<</Differences[32" + b"/a" * 91 + b"]>>"
    drawn = stream(b"9 0 0 0 9 9 d1 BT /F1 9 Tf (aaaa) Tj ET")
    return font(glyphs + b"/Resources<</Font<</F1 5 0 R>>>>", drawn)().replace(b"/Type1", b"/Type3")


def page_a_hundred_thousand_times() -> bytes:
    kids = b"/Kids[" + b"3 0 R " * 100_000 + b"]/Count 100000"
    return page(stream(DRAWN)).replace(b"/Kids[3 0 R]/Count 1", kids)


def graphics_states() -> bytes:
    return page(stream(zeros(60 << 20, b"q "), b"/Filter/FlateDecode"))


def inline_image() -> bytes:
    image = b"BI /W 99999999 /H 99999999 /BPC 8 /CS /G ID " + b"a" * 1_000 + b" EI\n"
    return page(stream(DRAWN + image * 1_000))


def letters_upon_letters() -> bytes:
    lines = b"".join(b"1 0 0 1 20 700 Tm (Looms) Tj\n" for _ in range(150_000))
    return page(
        stream(zlib.compress(DRAWN + b"BT /F1 10 Tf " + lines + b"ET"), b"/Filter/FlateDecode")
    )


def bookmarks_in_a_circle() -> bytes:
    circle = b"<</Title(a)/Parent 6 0 R/First 6 0 R/Next 6 0 R/Last 6 0 R/Prev 6 0 R>>"
    return page(stream(DRAWN), circle, catalogue=b"/Outlines 6 0 R/StructTreeRoot 6 0 R")


def filled_form() -> bytes:
    xfa = b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"
    return page(
        stream(DRAWN),
        stream(xfa),
        catalogue=b"/AcroForm<</XFA 6 0 R/Fields[6 0 R]>>/Metadata 6 0 R",
    )


def archives_in_one_another() -> bytes:
    data = (TEX % "").encode()
    for _ in range(200):
        data = tar(member("main.tex", data))
    return data


def bibliography() -> bytes:
    items = "".join(rf"\bibitem{{a{number}}} A. Lee. Bees." for number in range(200_000))
    return tar(
        member("main.tex", (TEX % r"\input{main.bbl}").encode()), member("main.bbl", items.encode())
    )


def tar(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        for member, content in members:
            archive.addfile(member, io.BytesIO(content))
    return written.getvalue()


def member(name: str, content: bytes = b"", **said: object) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    for key, value in said.items():
        setattr(info, key, value)
    return info, content


def escaping() -> bytes:
    out = (TEX % " It escaped").encode()
    return tar(
        member("../escaped.tex", out),
        member(str(ESCAPED), out),
        member("sub/../../escaped2.tex", out),
        member("link.tex", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
        member("hard.tex", type=tarfile.LNKTYPE, linkname="../../etc/passwd"),
        member("zero.tex", type=tarfile.CHRTYPE, devmajor=1, devminor=5),
        member("pipe.tex", type=tarfile.FIFOTYPE),
        member("folder.tex", type=tarfile.DIRTYPE),
        member("main.tex", (TEX % r"\input{link}\input{hard}\input{zero}\input{pipe}").encode()),
    )


def sparse() -> bytes:
    said = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "huge.tex"}
    said |= {"GNU.sparse.realsize": str(1 << 40)}
    return tar(
        member("huge.tex", b"1\n1099511627776\n0\n".ljust(512, b"\0"), pax_headers=said),
        member("main.tex", (TEX % "").encode()),
    )


def many_members() -> bytes:
    header = member("a.tex")[0].tobuf()
    return gzip.compress(header * 100_000 + bytes(1024), 1)


def long_name() -> bytes:
    header = member("././@LongLink", type=tarfile.GNUTYPE_LONGNAME)[0]
    header.size = 300 << 20
    return gzipped(300 << 20, header.tobuf(tarfile.GNU_FORMAT), b"a")


def gzip_bomb() -> bytes:
    return gzipped(1 << 30, (TEX % "").encode())


def small_bomb() -> bytes:
    return gzipped(50 << 20, (TEX % "").encode())


def source(more: str, **others: str) -> Callable[[], bytes]:
    return lambda: tar(
        member("main.tex", (TEX % more).encode()),
        *(member(f"{name}.tex", text.encode()) for name, text in others.items()),
    )


DOUBLING = r"\newcommand{\a}{lol}" + "".join(
    rf"\newcommand{{\{chr(98 + at)}}}{{\{chr(97 + at)}\{chr(97 + at)}}}" for at in range(24)
)
DIAMOND = {
    f"d{chr(97 + at)}": rf"\input{{d{chr(98 + at)}}}\input{{d{chr(98 + at)}}}" for at in range(24)
}


@dataclass(frozen=True)
class Attack:
    name: str
    form: Form
    made: Callable[[], bytes]
    outcome: str = SAID
    """What is read of it, or the reason for which it is not."""


ATTACKS = (
    Attack("tree in a circle", Form.PDF, tree_in_a_circle, "malformed"),
    Attack("page as large as a town", Form.PDF, page_of_size("1000000 1000000"), "all text"),
    Attack("1000 filters", Form.PDF, filters, "no text"),
    Attack("5 million text operators", Form.PDF, operators, ENDED),
    Attack("encrypted", Form.PDF, encrypted, "encrypted with a password"),
    Attack("actions", Form.PDF, actions),
    Attack("no table", Form.PDF, no_table, "malformed"),
    Attack("deep arrays", Form.PDF, deep_arrays),
    Attack("huge font", Form.PDF, huge_font, "no text"),
    Attack("members that escape", Form.LATEX, escaping),
    Attack("sparse of 1 TB", Form.LATEX, sparse, "more than 40,000,000 bytes of text"),
    Attack("100,000 members", Form.LATEX, many_members, "more than 20,000 files"),
    Attack("gzip of 50 MB", Form.LATEX, small_bomb, "larger than 40,000,000 bytes"),
    Attack("macros that double", Form.LATEX, source(DOUBLING + r"\y")),
    Attack("inputs that double", Form.LATEX, source(r"\input{da}", **DIAMOND), "5,000 times"),
    Attack("input of the disk", Form.LATEX, source(r"\input{/etc/passwd}\input{|id}")),
    Attack("deep braces", Form.LATEX, source("{" * 300_000 + "}" * 300_000)),
)
FURTHER = (
    Attack("pages without number", Form.PDF, pages_without_number),
    Attack("page of 1e30 points", Form.PDF, page_of_size("1e30 1e30"), "all text"),
    Attack("box inside out", Form.PDF, page_of_size("-600 -2147483648"), "all text"),
    Attack("bomb of 1 GB", Form.PDF, bomb, ENDED),
    Attack("bomb in a bomb", Form.PDF, bomb_in_a_bomb, ENDED),
    Attack("streams in a circle", Form.PDF, streams_in_a_circle),
    Attack("previous table is itself", Form.PDF, previous_table_is_itself),
    Attack("noise", Form.PDF, noise, "malformed"),
    Attack("105 MB of junk", Form.PDF, junk, "larger than 100,000,000 bytes"),
    Attack("form in itself", Form.PDF, form_in_itself, ENDED),
    Attack("image 60000 wide", Form.PDF, image_of_a_wall),
    Attack("name of 300 MB", Form.LATEX, long_name, "more than 500,000,000 bytes"),
    Attack("gzip of 1 GB", Form.LATEX, gzip_bomb, "larger than 400,000,000 bytes"),
    Attack("macros of themselves", Form.LATEX, source(r"\def\x{\x\x}\x\newcommand{\y}{\y\y}\y")),
    Attack("inputs in a circle", Form.LATEX, source(r"\input{b}", b=r"\input{main}\input{b}")),
    Attack("deep lists", Form.LATEX, source(r"\begin{itemize}\item " * 50_000)),
)
LATER = (
    Attack("table of 2^31", Form.PDF, table_as_a_stream(b"/Size 2147483647/W[1 2 1]")),
    Attack(
        "table of no width",
        Form.PDF,
        table_as_a_stream(b"/Size 99/W[0 0 0]/Index[0 2147483647]"),
        ENDED,
    ),
    Attack(
        "table of wide fields", Form.PDF, table_as_a_stream(b"/Size 9/W[2147483647 9 9]", b"a" * 99)
    ),
    Attack("ten million objects", Form.PDF, objects_in_a_stream),
    Attack("map of all letters", Form.PDF, character_map),
    Attack("glyph of itself", Form.PDF, glyph_of_itself, "all text"),
    Attack(
        "widths without end",
        Form.PDF,
        font(b"/FirstChar 0/Widths[" + b"9 " * 3_000_000 + b"]"),
        "contains no text",
    ),
    Attack("100,000 times a page", Form.PDF, page_a_hundred_thousand_times, "100,000 pages"),
    Attack("30 million states", Form.PDF, graphics_states, ENDED),
    Attack("image in the text", Form.PDF, inline_image),
    Attack("letters upon letters", Form.PDF, letters_upon_letters),
    Attack("bookmarks in a circle", Form.PDF, bookmarks_in_a_circle),
    Attack("form that names a file", Form.PDF, filled_form),
    Attack("archives in one another", Form.LATEX, archives_in_one_another, "no file"),
    Attack("200,000 references", Form.LATEX, bibliography),
)
"""Attacks that were written later, by somebody who had not done the mending."""
ALL = (*ATTACKS, *FURTHER, *LATER)


@pytest.mark.parametrize(
    "attack",
    slow_after(len(ATTACKS), ALL),
    ids=[attack.name for attack in ALL],
)
def test_what_is_read_of(attack: Attack, tmp_path: Path) -> None:
    if attack.outcome in {ENDED, OVER} and sys.platform != "linux":
        pytest.skip("only Linux holds a process to its limit of memory")
    data = attack.made()
    paper = tmp_path / "inside" / "paper"
    paper.parent.mkdir()
    paper.write_bytes(data)
    command = [sys.executable, "-P", "-c", READ, attack.form.name, str(paper)]
    outcome = run(command, paper.parent)
    assert attack.outcome in outcome.out, outcome.printed[-2000:]
    assert json.loads(outcome.out)["read"] == (attack.outcome == SAID)
    for secret in ("root:", "uid=", "escaped"):
        assert secret not in outcome.printed
    assert "Traceback" not in outcome.printed
    assert outcome.peak < MEMORY + 2 * len(data)
    assert outcome.seconds < SECONDS
    assert list(tmp_path.rglob("*")) == [paper.parent, paper]
    assert not ESCAPED.exists()
