"""Traces: what a model has said on its way is shown as signs, in JSON, and holds no secret."""

import json
import re
from pathlib import Path

import pytest
from attacks.model_runs import completion, write_here
from attacks.raw_server import Request, http

SECRET = "sk-a-secret-of-the-user"
ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u206f]"
)
HALVES = re.compile("[\ud800-\udfff]")
HOSTILE = (
    "\x1b]0;gone\x07\x1b[2J",
    "\u202egnp.exe\u2066",
    "a\u2028b\u2029c\x85d",
    "../../../etc/passwd\x00\\\\host\\share",
    "half \ud83d of a sign",
    '"}\n{"trace": "another"}',
    "x" * 200_000,
)


def written_by(plan: str) -> str:
    return f"<plan>{plan}</plan>\n\nTrees and shrubs grow in rows [P1, P2, P3]."


@pytest.mark.parametrize("plan", HOSTILE, ids=range(len(HOSTILE)))
def test_what_a_model_plans_is_data_of_one_json_object(
    plan: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(_: Request) -> list[bytes]:
        return completion(written_by(plan))

    arguments = "--method plan-based --json --trace"
    _, out, err, _ = write_here(tmp_path, answer, monkeypatch, capsys, arguments)

    told = json.loads(out)
    assert set(told["trace"]) == {"plan"} and told["trace"]["plan"]
    assert not ACTING.search(out.replace("\n", "")) and not ACTING.search(err.replace("\n", ""))
    assert not HALVES.search(out + err)
    out.encode("utf-8")
    assert len(err) < 5_000


def test_no_secret_stands_in_a_trace_or_beside_it(
    tmp_path: Path,
    own_data_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CITELOOM_MODEL_KEY", SECRET)
    keys: list[str] = []

    def answer(request: Request) -> list[bytes]:
        keys.append(request.headers.get("authorization", ""))
        if len(keys) == 1:
            said = {"error": {"message": f"no: {keys[0]} https://x.example/?key={SECRET}"}}
            return http(json.dumps(said).encode(), "Retry-After: 0", status="429 Too Many Requests")
        return completion(written_by("A sentence."))

    arguments = "--method plan-based --json --trace"
    _, out, err, _ = write_here(tmp_path, answer, monkeypatch, capsys, arguments)

    assert SECRET in "".join(keys)
    assert SECRET not in out + err
    files = [it for it in (*tmp_path.rglob("*"), *own_data_folder.rglob("*")) if it.is_file()]
    assert any(own_data_folder in it.parents for it in files), "answers are kept there"
    for file in files:
        assert SECRET.encode() not in file.read_bytes(), file
