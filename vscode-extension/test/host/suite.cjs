const assert = require("node:assert/strict");
const vscode = require("vscode");
const { until } = require("./until.cjs");

const { executeCommand } = vscode.commands;

suite(`Citeloom in VS Code ${vscode.version}`, () => {
  const file = (name) =>
    vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, "sections", name);
  let document;

  const lenses = () => executeCommand("vscode.executeCodeLensProvider", document.uri, 10);
  const lens = (title) =>
    until(async () => (await lenses()).find((one) => one.command?.title.startsWith(title)));
  const settings = () => vscode.workspace.getConfiguration("citeloom");
  const set = (name, value) => settings().update(name, value, vscode.ConfigurationTarget.Workspace);

  suiteSetup(async () => {
    document = await vscode.workspace.openTextDocument(file("related.tex"));
    await vscode.window.showTextDocument(document);
    await lens("Write related work");
  });

  test("the file is LaTeX to VS Code", () => assert.equal(document.languageId, "latex"));

  test("every command in the palette is there", async () => {
    const extension = vscode.extensions.getExtension("citeloom.citeloom");
    const there = await vscode.commands.getCommands(true);
    for (const { command } of extension.packageJSON.contributes.commands) {
      assert.ok(there.includes(command), command);
    }
  });

  test("related work is written, inserted and taken back in one step", async () => {
    const before = document.getText();
    const write = (await lens("Write related work")).command;
    await executeCommand(write.command, ...write.arguments);
    const insert = (await lens("Insert related work")).command;
    await executeCommand(insert.command, ...insert.arguments);
    assert.match(document.getText(), /% citeloom:begin .*\\cite.*% citeloom:end/s);
    await executeCommand("undo");
    assert.equal(document.getText(), before);
  });

  test("a code action writes, too", async () => {
    const heading = new vscode.Range(1, 0, 1, 0);
    const actions = await executeCommand("vscode.executeCodeActionProvider", document.uri, heading);
    const titles = actions.map((one) => one.title);
    assert.ok(
      titles.some((title) => /^(Write|Insert) related work/.test(title)),
      titles.join("; "),
    );
  });

  test("a key has a hover, a definition and completion", async () => {
    const other = await vscode.workspace.openTextDocument(file("introduction.tex"));
    const at = other.positionAt(other.getText().indexOf("li2024chatcite") + 3);
    const hovers = await executeCommand("vscode.executeHoverProvider", other.uri, at);
    assert.match(hovers.map((one) => one.contents.map((c) => c.value)).join(), /ChatCite/);
    assert.equal((await definitions(other, at)).length, 1);
    assert.ok((await completions(other, at)).includes("li2024chatcite"));
  });

  test("the user's setting takes the shared features away, and gives them back", async () => {
    const other = await vscode.workspace.openTextDocument(file("introduction.tex"));
    const at = other.positionAt(other.getText().indexOf("li2024chatcite") + 3);
    await set("sharedFeatures", "off");
    await until(async () => (await definitions(other, at)).length === 0);
    assert.ok(!(await completions(other, at)).includes("li2024chatcite"));
    await set("sharedFeatures", undefined);
    await until(async () => (await definitions(other, at)).length === 1);
  });

  test("the server can be started anew, and the text that was taken back still waits", async () => {
    await executeCommand("citeloom.restartServer");
    await lens("Insert related work");
  });

  async function definitions(at, position) {
    return executeCommand("vscode.executeDefinitionProvider", at.uri, position);
  }

  async function completions(at, position) {
    const { items } = await executeCommand(
      "vscode.executeCompletionItemProvider",
      at.uri,
      position,
    );
    return items.map((one) => (typeof one.label === "string" ? one.label : one.label.label));
  }
});
