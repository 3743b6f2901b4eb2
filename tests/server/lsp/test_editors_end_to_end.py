"""The server as VS Code, Neovim and Emacs meet it: over its pipes, with what they say they can."""

import ast
import asyncio
import re
import shutil
import sys
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from citeloom.lsp.routes import ROUTES

EXAMPLES = Path(__file__).parents[3] / "examples"
EDITORS = ["visual-studio-code", "neovim", "emacs"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(EXAMPLES, tmp_path / "a paper, über 100%")


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[sys.executable, "-m", "citeloom", "serve"]),
    params=EDITORS,
)
async def client(lsp_client: LanguageClient, request: pytest.FixtureRequest, folder: Path):
    for method in (
        types.CLIENT_REGISTER_CAPABILITY,
        types.WORKSPACE_CODE_LENS_REFRESH,
        types.WORKSPACE_INLAY_HINT_REFRESH,
        types.WINDOW_SHOW_MESSAGE_REQUEST,
    ):
        lsp_client.feature(method)(lambda *_: None)
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), "paper")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def opened(client: LanguageClient, path: Path) -> types.TextDocumentIdentifier:
    item = types.TextDocumentItem(path.as_uri(), "latex", 1, path.read_text("utf-8"))
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return types.TextDocumentIdentifier(item.uri)


def place_of(path: Path, word: str) -> types.Position:
    before = path.read_text("utf-8").partition(word)[0]
    return types.Position(before.count("\n"), len(before.rpartition("\n")[2]) + 1)


async def actions(
    client: LanguageClient, document: types.TextDocumentIdentifier
) -> list[types.Command]:
    place = types.Range(types.Position(1, 2), types.Position(1, 2))
    found = await client.text_document_code_action_async(
        types.CodeActionParams(
            document, place, types.CodeActionContext([], only=["refactor.rewrite.relatedWork"])
        )
    )
    return [command_of(one) for one in found or ()]


def command_of(action: types.Command | types.CodeAction) -> types.Command:
    # lsprotocol reads an action that has a command as a command whose name is all of that.
    if isinstance(action, types.CodeAction):
        assert action.command is not None
        return action.command
    command = ast.literal_eval(action.command)
    return types.Command(command["title"], command["command"], arguments=command["arguments"])


async def run(client: LanguageClient, command: types.Command) -> object:
    return await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command.command, command.arguments)
    )


async def written(client: LanguageClient, count: int) -> str:
    """Wait until the server has said that it is done, for the ``count``-th time."""
    for _ in range(3000):
        done = [one.message for one in client.messages if "Related work is written" in one.message]
        if len(done) >= count:
            return done[-1]
        await asyncio.sleep(0.1)
    raise AssertionError([one.message for one in client.messages])


@pytest.mark.asyncio(loop_scope="function")
async def test_hover_then_write_insert_and_write_again(
    client: LanguageClient, folder: Path
) -> None:
    edits: list[types.ApplyWorkspaceEditParams] = []

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def _(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        edits.append(params)
        return types.ApplyWorkspaceEditResult(applied=True)

    intro = folder / "sections/introduction.tex"
    at = types.HoverParams(opened(client, intro), place_of(intro, "casey2019framework"))
    hover = await client.text_document_hover_async(at)
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "A Framework for Annotating" in hover.contents.value
    assert hover.range is not None and hover.range.start == types.Position(8, 7)

    related = folder / "sections/related.tex"
    document = opened(client, related)
    (first,) = await actions(client, document)
    assert first.title == "Write related work for 'Related Work' (extractive)"
    await run(client, first)
    message = await written(client, 1)
    title = re.search(r"\((extractive, .* cited)\)", message)
    assert title is not None
    insert, preview, discard, _ = await actions(client, document)
    assert insert.title == f"Insert related work ({title[1]})"
    assert preview.title == "Preview related work"
    assert discard.title == "Discard related work"
    page = await previewed(client, preview)
    assert page.read_text("utf-8").startswith("# Related Work: preview\n")
    assert await run(client, insert) == {"applied": True}

    (params,) = edits
    edit, version = one_edit(params.edit)
    assert version in (1, None)
    before = related.read_text("utf-8")
    text = put(before, edit)
    body = re.fullmatch(
        r"\n% citeloom:begin (\w{10}) [^\n]*\n(.*)\n% citeloom:end \1\n", edit.new_text, re.DOTALL
    )
    assert body is not None and text.startswith(before)
    assert (folder / f".citeloom/{body[1]}.json").exists()
    keys = set(re.findall(r"@\w+\{([^,]+),", (folder / "references.bib").read_text("utf-8")))
    cited = {
        key
        for found in re.findall(r"\\cite\w*\{([^}]*)\}", body[2])
        for key in found.replace(" ", "").split(",")
    }
    assert cited and cited <= keys

    changed = types.TextDocumentContentChangePartial(edit.range, edit.new_text)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, document.uri), [changed]
        )
    )
    sentence = body[2].split("\n")[0]
    line = text.split("\n").index(sentence)
    hover = await client.text_document_hover_async(
        types.HoverParams(document, types.Position(line, 3))
    )
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "It rests on" in hover.contents.value

    (again,) = await actions(client, document)
    await run(client, again)
    await written(client, 2)
    insert, *_ = await actions(client, document)
    assert await run(client, insert) == {"applied": True}
    assert len(edits) == 1, "the same text is there already; nothing is to be edited"


async def previewed(client: LanguageClient, preview: types.Command) -> Path:
    """Return the file that the user is shown, or told of where the editor shows none."""
    await run(client, preview)
    window = client.capabilities.window
    shows = window is not None and window.show_document is not None
    for _ in range(3000):
        if shows and client.shown_documents:
            return Path(client.shown_documents[-1].uri.removeprefix("file://"))
        told = [one.message for one in client.messages if "The preview is in " in one.message]
        if told:
            assert not shows
            return Path(told[-1].removeprefix("The preview is in "))
        await asyncio.sleep(0.1)
    raise AssertionError([one.message for one in client.messages])


def one_edit(edit: types.WorkspaceEdit) -> tuple[types.TextEdit, int | None]:
    if edit.changes:
        ((change,),) = edit.changes.values()
        return change, None
    assert edit.document_changes is not None
    (document,) = edit.document_changes
    assert isinstance(document, types.TextDocumentEdit)
    (change,) = document.edits
    assert isinstance(change, types.TextEdit)
    return change, document.text_document.version


def put(text: str, edit: types.TextEdit) -> str:
    lines = text.split("\n")

    def offset(at: types.Position) -> int:
        return sum(len(line) + 1 for line in lines[: at.line]) + at.character

    return text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]


@pytest.mark.asyncio(loop_scope="function")
async def test_every_request_that_is_announced_is_answered(
    client: LanguageClient, folder: Path
) -> None:
    intro, bib = folder / "sections/introduction.tex", folder / "references.bib"
    document, library = opened(client, intro), opened(client, bib)
    at = place_of(intro, "casey2019framework")
    in_bib = place_of(bib, "casey2019framework")
    everything = types.Range(types.Position(0, 0), types.Position(9999, 0))
    none: types.CodeActionContext = types.CodeActionContext([])
    (item, *_) = (
        await client.text_document_completion_async(types.CompletionParams(document, at))
    ).items
    related = opened(client, folder / "sections/related.tex")
    asked = {
        types.TEXT_DOCUMENT_HOVER: types.HoverParams(library, in_bib),
        types.TEXT_DOCUMENT_DEFINITION: types.DefinitionParams(document, at),
        types.TEXT_DOCUMENT_REFERENCES: types.ReferenceParams(
            types.ReferenceContext(include_declaration=True), document, at
        ),
        types.TEXT_DOCUMENT_RENAME: types.RenameParams(document, at, "renamed"),
        types.TEXT_DOCUMENT_PREPARE_RENAME: types.PrepareRenameParams(document, at),
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams(document, at),
        types.COMPLETION_ITEM_RESOLVE: item,
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolParams(library),
        types.WORKSPACE_SYMBOL: types.WorkspaceSymbolParams("casey"),
        types.TEXT_DOCUMENT_DOCUMENT_LINK: types.DocumentLinkParams(library),
        types.TEXT_DOCUMENT_INLAY_HINT: types.InlayHintParams(document, everything),
        types.TEXT_DOCUMENT_DIAGNOSTIC: types.DocumentDiagnosticParams(document),
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(
            related, types.Range(types.Position(1, 2), types.Position(1, 2)), none
        ),
        types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensParams(related),
    }
    assert {route.method for route in ROUTES} <= asked.keys(), "each feature is tried here"
    for method, params in asked.items():
        answer = await client.protocol.send_request_async(method, params)
        # Hints are off by default.
        assert answer or method == types.TEXT_DOCUMENT_INLAY_HINT, method
