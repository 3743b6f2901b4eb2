// Where a chosen method is kept, with VS Code as ./vscode.ts has it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { folderOfDraft, keepMethod } from "../../src/methodSetting";
import { ConfigurationTarget, told, window, workspace } from "./vscode";

const { Global, WorkspaceFolder } = ConfigurationTarget;
const one = { uri: { scheme: "file", path: "/papers/one" } };
const two = { uri: { scheme: "file", path: "/papers/two" } };

function shows(path: string) {
  const document = { uri: { scheme: "file", path } };
  Object.assign(window, { activeTextEditor: { document } });
}

const updates = () => told.filter(({ name }) => name === "update").map(({ given }) => given);

beforeEach(() => {
  told.length = 0;
  Object.assign(window, { activeTextEditor: undefined, taken: undefined });
  Object.assign(workspace, { workspaceFolders: [one, two], globalValue: undefined });
});

test("a method is kept for the folder of the draft that is shown", async () => {
  shows("/papers/two/main.tex");
  const folder = await folderOfDraft();
  assert.deepEqual(folder, two.uri);
  await keepMethod("lexrank", folder);
  assert.deepEqual(updates(), [["method", "lexrank", WorkspaceFolder]]);
});

test("the project's own method needs no setting, but where the user's names another", async () => {
  shows("/papers/one/main.tex");
  await keepMethod("", await folderOfDraft());
  Object.assign(workspace, { globalValue: "ckma" });
  await keepMethod("", await folderOfDraft());
  assert.deepEqual(updates(), [
    ["method", undefined, WorkspaceFolder],
    ["method", "", WorkspaceFolder],
  ]);
});

test("of a paper in no open folder it is asked whether the method is for all papers", async () => {
  shows("/elsewhere/main.tex");
  assert.equal(await folderOfDraft(), undefined);
  await keepMethod("lexrank", undefined);
  assert.deepEqual(updates(), [], "nothing is kept unasked");
  Object.assign(window, { taken: "For all drafts" });
  await keepMethod("lexrank", undefined);
  assert.deepEqual(updates(), [["method", "lexrank", Global]]);
});
