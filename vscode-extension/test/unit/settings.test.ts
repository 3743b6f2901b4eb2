import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { given as ofEditor } from "../../src/configuration";
import { gives, SENT, serverSettings } from "../../src/settings";
import { workspace } from "./vscode";

const alone = { texlab: false, latexWorkshop: false };
const texlab = { texlab: true, latexWorkshop: false };
const workshop = { texlab: false, latexWorkshop: true };
const given = (values: Record<string, unknown>) => (name: string) => values[name];

test("only what the user has set is sent", () => {
  assert.deepEqual(serverSettings(given({}), alone), {});
  const set = { method: "lexrank", paragraphs: null, "server.path": "/bin/x" };
  assert.deepEqual(serverSettings(given(set), alone), { method: "lexrank" });
});

test("beside texlab all that it gives is left to it, unless the user says otherwise", () => {
  const left = { sharedFeatures: false };
  assert.deepEqual(serverSettings(given({}), texlab), left);
  assert.deepEqual(serverSettings(given({ sharedFeatures: "on" }), texlab), {});
  assert.deepEqual(serverSettings(given({ sharedFeatures: "auto" }), texlab), left);
  assert.deepEqual(serverSettings(given({ sharedFeatures: "off" }), alone), {
    sharedFeatures: false,
  });
});

test("beside LaTeX Workshop completion and definition of keys are left to it", () => {
  assert.deepEqual(serverSettings(given({}), workshop), {});
  assert.equal(gives(given({}), "keys", workshop), false);
  assert.equal(gives(given({ sharedFeatures: "on" }), "keys", workshop), true);
  assert.equal(gives(given({}), "keys", alone), true);
});

const { contributes, capabilities, extensionKind } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const properties: Record<string, Record<string, unknown>> = Object.assign(
  {},
  ...contributes.configuration.map((group: { properties: object }) => group.properties),
);
const names = Object.keys(properties).map((name) => name.replace("citeloom.", ""));

test("every setting that can be set is sent, or is the extension's own", () => {
  const own = names.filter((name) => /^(agentLibraries$|server\.)/.test(name));
  assert.deepEqual([...SENT, "sharedFeatures", ...own].sort(), names.sort());
});

test("no settings of a folder name files or programs, or say what may be sent", () => {
  const programs = names.filter((name) => name.startsWith("server."));
  for (const name of ["agentLibraries", ...programs])
    assert.equal(properties[`citeloom.${name}`]?.scope, "machine");
  assert.equal(properties["citeloom.fetch"]?.scope, "application");
});

test("what a workspace says of these counts for nothing, though an editor should give it", () => {
  workspace.workspaceValue = "theirs";
  for (const name of ["fetch", "server.path", "agentLibraries"])
    assert.equal(ofEditor()(name), undefined);
  assert.equal(ofEditor()("method"), "theirs");
  workspace.globalValue = "the user's";
  assert.equal(ofEditor()("fetch"), "the user's");
  Object.assign(workspace, { workspaceValue: undefined, globalValue: undefined });
});

test("there are few commands to call, and few settings", () => {
  // Those of a rewriting are there while one is shown.
  const hidden = contributes.menus.commandPalette.filter(({ when }: { when: string }) =>
    ["false", "citeloom.rewriting"].includes(when),
  );
  assert.ok(contributes.commands.length - hidden.length <= 20);
  assert.ok(names.length <= 12);
});

test("every setting is described", () => {
  for (const [name, property] of Object.entries(properties)) {
    assert.ok(property.description ?? property.markdownDescription, name);
  }
});

test("a workspace that is not trusted may be opened", () => {
  assert.equal(capabilities.untrustedWorkspaces.supported, "limited");
});

test("no setting holds a key or an endpoint: those are in no file of a project", () => {
  assert.deepEqual(
    names.filter((name) => /key|endpoint|address|provider|url/i.test(name)),
    [],
  );
});

test("the extension runs where the files are", () => {
  assert.deepEqual(extensionKind, ["workspace"]);
});
