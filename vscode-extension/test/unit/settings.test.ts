import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gives, SENT, serverSettings } from "../../src/settings";

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
  assert.deepEqual(serverSettings(given({}), texlab), { sharedFeatures: false });
  assert.deepEqual(serverSettings(given({ sharedFeatures: "on" }), texlab), {});
  assert.deepEqual(serverSettings(given({ sharedFeatures: "auto" }), texlab), {
    sharedFeatures: false,
  });
  assert.deepEqual(serverSettings(given({ sharedFeatures: "off" }), alone), {
    sharedFeatures: false,
  });
});

test("beside LaTeX Workshop only completion and definition of keys are left to it", () => {
  assert.deepEqual(serverSettings(given({}), workshop), {});
  assert.equal(gives(given({}), "keys", workshop), false);
  assert.equal(gives(given({ sharedFeatures: "on" }), "keys", workshop), true);
  assert.equal(gives(given({}), "keys", alone), true);
});

test("every setting that is sent can be set, and every one of ours is described", () => {
  const { contributes, capabilities } = JSON.parse(readFileSync("package.json", "utf8"));
  const properties: Record<string, Record<string, unknown>> = Object.assign(
    {},
    ...contributes.configuration.map((group: { properties: object }) => group.properties),
  );
  for (const name of [...SENT, "sharedFeatures"]) assert.ok(`citeloom.${name}` in properties, name);
  for (const [name, property] of Object.entries(properties)) {
    assert.ok(property.description ?? property.markdownDescription, name);
  }
  const programs = Object.keys(properties).filter((name) => name.startsWith("citeloom.server."));
  assert.deepEqual(
    capabilities.untrustedWorkspaces.restrictedConfigurations.sort(),
    programs.sort(),
  );
});

test("every setting of the server's is sent", () => {
  const { contributes } = JSON.parse(readFileSync("package.json", "utf8"));
  const names = contributes.configuration
    .flatMap(({ properties }: { properties: object }) => Object.keys(properties))
    .map((name: string) => name.replace("citeloom.", ""))
    .filter((name: string) => !/^(server|trace)\.|^sharedFeatures$/.test(name));
  assert.deepEqual(names.sort(), [...SENT].sort());
});
