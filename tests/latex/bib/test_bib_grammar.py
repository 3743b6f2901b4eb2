import re
import sys

from citeloom_latex.bib.grammar import WORD


def test_a_word_ends_at_all_that_is_space() -> None:
    word, space = re.compile(WORD), re.compile(r"\s")
    chars = [chr(code) for code in range(sys.maxunicode + 1)]
    assert {c for c in chars if not word.match(c)} == {c for c in chars if space.match(c)} | set(
        "\"#%'(),={}@\\"
    )
