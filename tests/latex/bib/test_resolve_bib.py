import pytest
from families import families
from hypothesis import given
from hypothesis import strategies as st

from citeloom_latex.bib.expansion_limits import LONGEST_STRING, MOST_OF_ENTRY, MOST_PUT_IN, Growth
from citeloom_latex.bib.resolve import ResolvedEntry, resolve
from citeloom_latex.bib.scan import scan_bib

FAMILIES = families(__file__)


def resolved(*texts: str) -> dict[str, ResolvedEntry]:
    return {entry.entry.key: entry for entry in resolve([(text, scan_bib(text)) for text in texts])}


@pytest.mark.parametrize(("value", "text"), FAMILIES["a_value_has_its_strings_and_parts"])
def test_a_value_has_its_strings_and_parts(value: str, text: str) -> None:
    bib = f'@string{{acm = "ACM" # " Press"}} @misc{{a, note = {value}}}'
    assert resolved(bib)["a"].values == {"note": text}


def test_a_string_may_stand_in_another_file_or_later() -> None:
    entries = resolved("@misc{a, note = s}", "@misc{b, note = s}", "@string{s = {here}}")
    assert (entries["a"].values["note"], entries["b"].values["note"]) == ("here", "here")


def test_a_string_defined_twice_has_its_last_value_before_the_use() -> None:
    entries = resolved("@string{s={1}} @misc{a, note=s} @string{s={2}} @misc{b, note=s # s}")
    assert (entries["a"].values["note"], entries["b"].values["note"]) == ("1", "22")


def test_an_unclosed_value_loses_its_delimiter() -> None:
    entries = resolved('@misc{a,\n title = {T,\n note = "N\n,year = 1}')
    assert entries["a"].values == {"title": "T", "note": "N", "year": "1"}


def test_the_first_of_two_fields_counts() -> None:
    assert resolved("@misc{a, note = {1}, NOTE = {2}}")["a"].values == {"note": "1"}


PARENT = "@proceedings{P, title = {Proc}, year = 1999, publisher = {ACM}, doi = {10.1/p}}"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_child_inherits_from_a_parent_in_any_file(order: tuple[int, int]) -> None:
    texts = ["@inproceedings{c, title = {T}, publisher = {IEEE}, crossref = {p}}", PARENT]
    child = resolved(*(texts[i] for i in order))["c"]
    assert child.values == {
        "title": "T",
        "publisher": "IEEE",
        "crossref": "p",
        "year": "1999",
        "booktitle": "Proc",
    }
    assert child.inherited == {"year", "booktitle"}
    assert child.file == order.index(0)


def test_the_title_of_a_parent_is_not_that_of_a_paper_in_it() -> None:
    assert "title" not in resolved("@inproceedings{c, crossref = {P}}", PARENT)["c"].values
    assert resolved("@book{c, crossref = {P}}", PARENT)["c"].values["title"] == "Proc"


def test_a_parent_passes_on_what_it_inherited() -> None:
    bib = (
        "@inbook{a, crossref = {b}} @book{b, title = {B}, crossref = {c}} @book{c, series = {S},"
        "crossref = {a}}"
    )
    entries = resolved(bib)
    assert entries["a"].values["booktitle"] == "B"
    assert entries["a"].values["series"] == "S"


def test_xdata_gives_all_its_fields() -> None:
    bib = (
        "@misc{a, xdata = {x, Y, nowhere}, note = {own}} @xdata{x, url = {u}, note = {n}}"
        "@xdata{y, xdata = {x}, publisher = {p}}"
    )
    values = resolved(bib)["a"].values
    assert (values["url"], values["note"], values["publisher"]) == ("u", "own", "p")


def test_other_names_of_an_entry_are_its_own_alone() -> None:
    entries = resolved(
        "@misc{a, xdata = {x}} @misc{b, crossref = {x}} @xdata{x, ids = {y}, url = {u}}"
    )
    assert [entries[key].values.get("ids") for key in "abx"] == [None, None, "y"]
    assert entries["a"].values["url"] == "u"


def test_a_parent_may_be_named_by_another_name_of_it() -> None:
    bib = (
        "@misc{a, xdata = {Other}} @inbook{b, crossref = {p2}} @inbook{c, crossref = {x}}"
        "@xdata{x, ids = {other}, url = {u}} @book{p, ids = {p1, p2, X}, title = {P}}"
    )
    entries = resolved(bib)
    assert entries["a"].values["url"] == "u"
    assert entries["b"].values["booktitle"] == "P"
    assert "booktitle" not in entries["c"].values  # a key comes before another name


def test_a_missing_parent_and_cycles_survive() -> None:
    links = {"a": "a", "b": "c", "c": "b", "d": "x"}
    bib = "".join(f"@misc{{{key}, crossref={{{to}}}}}" for key, to in links.items())
    assert [list(entry.values) for entry in resolved(bib).values()] == [["crossref"]] * 4


def test_a_long_chain_of_parents_is_followed() -> None:
    links = "".join(f"@book{{k{i}, crossref = {{k{i + 1}}}}}\n" for i in range(5000))
    assert resolved(links + "@book{k5000, series = {S}}")["k0"].values["series"] == "S"


PIECES = ["@misc{a, ", "@string{s = ", "x = ", "{v}", '"w"', " # ", "s", ", ", "}", "crossref={a}"]


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=15).map("".join), max_size=3))
def test_any_texts_resolve(texts: list[str]) -> None:
    files = [(text, scan_bib(text)) for text in texts]
    entries = resolve(files)
    assert [entry.entry for entry in entries] == [e for _, facts in files for e in facts.entries]
    for entry in entries:
        assert entry.inherited <= entry.values.keys()
        assert {field.name for field in entry.entry.fields} <= entry.values.keys()


def stopped(*texts: str) -> tuple[dict[str, ResolvedEntry], list[str]]:
    """Return the entries by key, and what stands where something is left out."""
    growth = Growth()
    found = resolve([(text, scan_bib(text)) for text in texts], growth)
    places = [f"{file}:{span.of(texts[file])}" for file, span, _ in growth.stopped]
    return {entry.entry.key: entry for entry in found}, places


def test_strings_that_double_one_another_end_at_a_length() -> None:
    doubling = "\n".join(f"@string{{s{n + 1} = s{n} # s{n}}}" for n in range(60))
    bib = f'@string{{s0 = "ten letter"}}\n{doubling}\n@misc{{a, title = s3, note = s60}}'
    entries, places = stopped("", bib)
    assert entries["a"].values["title"] == "ten letter" * 8
    assert len(entries["a"].values["note"]) <= LONGEST_STRING
    assert places[0] == "1:s10"


def test_a_string_that_is_used_everywhere_is_put_in_until_it_is_too_much() -> None:
    uses = "".join(f"@misc{{a{n}, note = s, title = {{T}}}}\n" for n in range(3000))
    entries, places = stopped(f"@string{{s = {{{'x' * 15_000}}}}}\n{uses}")
    assert len(entries["a0"].values["note"]) == 15_000
    assert entries["a2999"].values == {"note": "", "title": "T"}
    assert sum(len(entry.values["note"]) for entry in entries.values()) <= MOST_PUT_IN
    assert set(places) == {"0:s"}


@pytest.mark.parametrize("written", ["{%s}", '"%s"', "{%s} # s"])
def test_a_value_is_read_as_far_as_such_fields_go(written: str) -> None:
    value = written % ("x" * 200_000)
    fields = ", ".join(f"{name} = {value}" for name in ("note", "title", "author", "doi", "url"))
    entries, places = stopped(f"@string{{s = {{y}}}}@misc{{a, {fields}}}")
    read = {name: len(value) for name, value in entries["a"].values.items()}
    assert (read, places) == (
        {"note": 20_000, "title": 2_000, "author": 100_000, "doi": 0, "url": 0},
        [],
    )


@pytest.mark.parametrize("length", [299, 300, 301])
@pytest.mark.parametrize("written", ["{10.%s}", '{10.} # "%s"', "ten # {%s}"])
def test_an_identifier_is_read_whole_or_not(written: str, length: int) -> None:
    value = written % ("x" * (length - 3))
    entries, _ = stopped(f"@string{{ten = {{10.}}}}@misc{{a, doi = {value}}}")
    is_short = length <= 300 and ("#" not in written or length + 10 <= 302)
    assert len(entries["a"].values["doi"]) == (length if is_short else 0)


@pytest.mark.parametrize("by", ["crossref", "xdata"])
def test_a_long_chain_of_parents_gives_a_bounded_number_of_fields(by: str) -> None:
    chain = "".join(f"@book{{k{n}, {by} = {{k{n + 1}}}, f{n} = {{v}}}}\n" for n in range(2000))
    entries, places = stopped(chain)
    assert entries["k1990"].values.keys() > {"f1991", "f1999"}
    assert all(len(entry.inherited) <= MOST_OF_ENTRY for entry in entries.values())
    assert places[0].startswith("0:k")
