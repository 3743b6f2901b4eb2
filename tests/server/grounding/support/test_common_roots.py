"""The file of words' roots that say little, and the tool that counts them."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from projects import SHARED

ROOT = Path(__file__).parents[4]
SHIPPED = ROOT / "server/citeloom/grounding/support/common_roots.tsv"


def counted(data: Path, target: Path) -> str:
    subprocess.run([sys.executable, ROOT / "tools/count-roots", data, target], check=True)
    return target.read_text("utf-8")


def test_a_root_has_the_least_share_of_the_three_fields(tmp_path: Path) -> None:
    for folder in ("abstracts", "csabstruct", "scicite"):
        (tmp_path / folder).mkdir()
    abstracts = [
        {"sentences": ["The parsers.", "A parser wins."[: 8 + 6 * (at % 2)]]} for at in range(10)
    ]
    sentences = [{"text": "Parsing wins." if at < 1 else "Trees of parsers."} for at in range(10)]
    anthology = [{"abstract": "Parsing wins often."}, {"abstract": ""}]
    (tmp_path / "csabstruct/train.jsonl").write_text("\n".join(map(json.dumps, abstracts)))
    (tmp_path / "scicite/train.txt").write_text("\n".join(map(json.dumps, sentences)))
    with gzip.open(tmp_path / "abstracts/acl-anthology-2016-on.jsonl.gz", "wt") as file:
        file.write("\n".join(map(json.dumps, anthology)))
    assert counted(tmp_path, tmp_path / "roots.tsv") == "pars\t1000\nwin\t400\n"


@pytest.mark.slow
@pytest.mark.shared("abstracts", "csabstruct", "scicite")
def test_the_shipped_file_is_that_of_the_data(tmp_path: Path) -> None:
    assert counted(SHARED, tmp_path / "roots.tsv") == SHIPPED.read_text("utf-8")
