import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { LanguageClient } from "vscode-languageclient/node";
import { faultOf, revise } from "../../src/revising";
import { told, window } from "./vscode";

function client(asked: unknown[]): LanguageClient {
  const sendRequest = async (_: string, given: unknown) => {
    asked.push(...(given as { arguments: unknown[] }).arguments);
    return {};
  };
  return { sendRequest } as never;
}

const at = { uri: "file:///main.tex", revision: "theme" };

beforeEach(() => {
  told.splice(0);
  window.taken = undefined;
});

test("the author is asked for a theme where one is needed, and none is given", async () => {
  const asked: unknown[] = [];
  window.taken = "  energy use " as never;
  await revise(client(asked), at);
  assert.deepEqual(asked, [{ ...at, theme: "energy use" }]);
  assert.equal(told.length, 1);
  await revise(client(asked), { ...at, theme: "data" });
  await revise(client(asked), { ...at, revision: "shorten" });
  assert.deepEqual(asked.slice(1), [
    { ...at, theme: "data" },
    { ...at, revision: "shorten" },
  ]);
  assert.equal(told.length, 1);
});

test("nothing is revised where no theme is typed", async () => {
  const asked: unknown[] = [];
  for (const taken of [undefined, "  "]) {
    window.taken = taken as never;
    await revise(client(asked), at);
  }
  assert.deepEqual(asked, []);
});

test("a theme is a few words", () => {
  assert.equal(faultOf("energy use"), undefined);
  assert.equal(faultOf("x".repeat(101)), "At most 100 characters");
});
