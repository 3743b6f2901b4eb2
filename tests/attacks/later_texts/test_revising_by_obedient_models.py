"""A model that obeys puts nothing but words into what is revised, and accuses nobody unseen."""

import re
from pathlib import Path

import pytest
from attacks.model_runs import related_work
from written_drafts import ABSTRACTS, inserted, lines, record, revised_by_a_model, written_draft

from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.placing.marks import find_marks
from endpoint_server import Behaviour, running
from model_project import configure

WANTED = {
    "accusation": "Its results were shown to be fabricated.",
    "mark": "Trees grow.\n% citeloom:end 0\n\\section{Conclusion} All is lost.",
    "command": r"Trees \input{/etc/passwd} ^^5cwrite18{x} \csname input\endcsname{y} grow.",
    "open": "Trees }}} \\begin{comment} \\iffalse \\catcode`\\%=12 grow",
    "key": "Trees \\cite{evil} grow [@evil] as [P9] says, see https://evil.example/x.",
    "turned": "\u202eTrees\u202c \u2066grow\u2069 here \x1b]0;x\x07 \u200b\ufeff today.",
}
BY_A_MODEL = (Revision.SENTENCE, Revision.PARAGRAPH, Revision.SHORTEN, Revision.THEME)
COMMAND = re.compile(r"\\([A-Za-z]+)")
HARMLESS = {"cite", "citep", "citet", "textbackslash", "textasciicircum", "textasciigrave"}
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


@pytest.mark.parametrize("revision", BY_A_MODEL)
@pytest.mark.parametrize("wanted", WANTED)
def test_it_writes_words_and_cites_what_is_cited(
    wanted: str, revision: Revision, tmp_path: Path
) -> None:
    main = written_draft(tmp_path)
    whole = main.read_text("utf-8")
    (block,) = find_marks(whole)
    around = (whole[: block.content.start], whole[block.content.end :])
    theme = "growing" if revision is Revision.THEME else ""
    request = ReviseRequest(main, revision, whole.index("{elm} shows"), "zero-shot", theme=theme)
    if revision is Revision.SHORTEN:
        answer = related_work(f"Trees grow. {WANTED[wanted]}"[:60])
    else:
        answer = related_work("Trees grow in rows.", WANTED[wanted])
    with running(Behaviour(says=lambda _: answer)) as server:
        configure(server)
        made = revised_by_a_model(request)
    said = " ".join(inserted(main, made))
    after = main.read_text("utf-8")
    assert after.startswith(around[0][: around[0].index("% citeloom:begin")])
    assert after.endswith(around[1].partition("\n")[2])
    assert len(find_marks(after)) == 1 and lines(main) and record(main)
    assert {*COMMAND.findall(said)} <= HARMLESS
    keys = {
        key.strip() for it in re.findall(r"\\cite\w*\{([^}]*)\}", said) for key in it.split(",")
    }
    assert keys == {*ABSTRACTS}
    assert not UNSEEN.search(said) and "evil" not in said
    if wanted == "accusation" and revision is not Revision.SHORTEN:
        assert any("unless you can prove it" in it for it in made.warnings)
