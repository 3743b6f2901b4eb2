const assert = require("node:assert/strict");
const vscode = require("vscode");

const { executeCommand } = vscode.commands;

async function until(holds) {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 500, `never: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const texlab = vscode.extensions.getExtension("efoerster.texlab") !== undefined;

suite(`Citeloom beside ${texlab ? "texlab" : "LaTeX Workshop"}`, () => {
  const set = (value) =>
    vscode.workspace
      .getConfiguration("citeloom")
      .update("sharedFeatures", value, vscode.ConfigurationTarget.Workspace);
  let document;
  let at;

  async function definitions() {
    return (await executeCommand("vscode.executeDefinitionProvider", document.uri, at)).length;
  }

  async function completions() {
    const { items } = await executeCommand(
      "vscode.executeCompletionItemProvider",
      document.uri,
      at,
    );
    return items.filter(({ label }) => (label.label ?? label) === "li2024chatcite").length;
  }

  async function undefinedKeys() {
    const all = vscode.languages.getDiagnostics(document.uri);
    return all.filter(({ code }) => (code?.value ?? code) === "undefined-key").length;
  }

  suiteSetup(async () => {
    const { uri } = vscode.workspace.workspaceFolders[0];
    const file = vscode.Uri.joinPath(uri, "sections", "introduction.tex");
    document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    const end = document.positionAt(document.getText().length);
    await editor.edit((edit) => edit.insert(end, "\\cite{nobody1900}\n"));
    at = document.positionAt(document.getText().indexOf("li2024chatcite") + 3);
    const hovers = () => executeCommand("vscode.executeHoverProvider", document.uri, at);
    await until(async () => (await hovers()).length === 1);
  });

  test("keys are completed and found once", async () => {
    assert.equal(await definitions(), 1);
    assert.equal(await completions(), 1);
  });

  test("problems with keys are told by one of us", async () => {
    // Diagnostics come some time after an edit: long enough to see that none comes.
    if (texlab) await new Promise((resolve) => setTimeout(resolve, 3_000));
    else await until(async () => (await undefinedKeys()) === 1);
    assert.equal(await undefinedKeys(), texlab ? 0 : 1);
  });

  test("the user's setting wins", async () => {
    await set("on");
    await until(async () => (await definitions()) === 2);
    await set(undefined);
    await until(async () => (await definitions()) === 1);
  });
});
