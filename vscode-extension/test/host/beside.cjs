// Beside an extension that gives the same: nothing comes twice.
const assert = require("node:assert/strict");
const vscode = require("vscode");
const { until } = require("./until.cjs");

const { executeCommand } = vscode.commands;
const texlab = vscode.extensions.getExtension("efoerster.texlab") !== undefined;

suite(`Citeloom beside ${texlab ? "texlab" : "LaTeX Workshop"}`, () => {
  const set = (value) =>
    vscode.workspace
      .getConfiguration("citeloom")
      .update("sharedFeatures", value, vscode.ConfigurationTarget.Workspace);
  const asked = (what, ...more) =>
    executeCommand(`vscode.execute${what}`, document.uri, at, ...more);
  const definitions = async () => (await asked("DefinitionProvider")).length;
  const references = async () => (await asked("ReferenceProvider")).length;
  const problems = () => vscode.languages.getDiagnostics(document.uri);
  const ours = (rule) =>
    problems().filter(
      ({ source, code }) => source === "citeloom" && (code?.value ?? code) === rule,
    );
  let document;
  let at;

  async function completions() {
    const { items } = await asked("CompletionItemProvider");
    return items.filter(({ label }) => (label.label ?? label) === "li2024chatcite").length;
  }

  suiteSetup(async () => {
    const { uri } = vscode.workspace.workspaceFolders[0];
    const file = vscode.Uri.joinPath(uri, "sections", "introduction.tex");
    document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    at = document.positionAt(document.getText().indexOf("li2024chatcite") + 3);
    await until(async () => (await asked("HoverProvider")).length === 1);
    const end = document.positionAt(document.getText().length);
    await editor.edit((edit) => edit.insert(end, "\\cite{nobody1900}\n\\input{nowhere}\n"));
    // Nobody but us tells of that one: where it is there, the draft was checked with the edit.
    await until(() => ours("missing-input").length === 1);
  });

  test("keys are completed and found once", async () => {
    assert.equal(await definitions(), 1);
    assert.equal(await completions(), 1);
  });

  test("an undefined key is told of once", async () => {
    const told = problems().filter(
      ({ range }) =>
        document.getText(range) === "nobody1900" || range.start.line === lineOfNobody(),
    );
    assert.deepEqual(
      told.map(({ source }) => source),
      [texlab ? "texlab" : "citeloom"],
    );
    assert.equal(ours("undefined-key").length, texlab ? 0 : 1);
  });

  test("references and rename come from one of us", async () => {
    const edit = await asked("DocumentRenameProvider", "newname");
    const edits = edit.entries().flatMap(([, changes]) => changes);
    if (texlab) {
      assert.equal(await references(), 1);
      assert.equal(edits.length, 1);
    } else {
      assert.ok((await references()) > 1);
      assert.ok(edits.length > 1);
    }
  });

  test("what only we give is there", async () => {
    const [hover] = await asked("HoverProvider");
    assert.match(hover.contents.map(({ value }) => value).join(), /ChatCite/);
  });

  test("the user's setting wins", async () => {
    const before = await references();
    await set("on");
    await until(async () => (await definitions()) === 2);
    if (texlab) await until(async () => (await references()) > before);
    await set(undefined);
    await until(async () => (await definitions()) === 1);
    await until(async () => (await references()) === before);
  });

  function lineOfNobody() {
    return document.positionAt(document.getText().indexOf("nobody1900")).line;
  }
});
