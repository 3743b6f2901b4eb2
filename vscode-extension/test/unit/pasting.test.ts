import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { LanguageClient } from "vscode-languageclient/node";
import { pasteAbstract } from "../../src/pasting";
import { env, told, window } from "./vscode";

const abstract = "We count ash trees in the north and find fewer of them than ever.";

function client(asked: unknown[]): LanguageClient {
  const sendRequest = async (_: string, given: unknown) => {
    asked.push(given);
    return {};
  };
  return { sendRequest } as never;
}

beforeEach(() => {
  told.splice(0);
  window.taken = undefined;
});

test("what is in the clipboard is shown, and kept where the user says so", async () => {
  env.clipboard.copied = abstract;
  const asked: unknown[] = [];
  window.taken = { title: "Keep it" } as never;
  await pasteAbstract(client(asked), { uri: "file:///main.tex", key: "ash" });
  const [argument] = (asked[0] as { arguments: unknown[] }).arguments;
  assert.deepEqual(argument, { uri: "file:///main.tex", key: "ash", text: abstract });
  const shown = told[0]?.given[1] as { detail: string };
  assert.equal(shown.detail, abstract);
});

test("nothing is sent where the user says no, or has copied nothing", async () => {
  const asked: unknown[] = [];
  env.clipboard.copied = abstract;
  await pasteAbstract(client(asked), { key: "ash" });
  env.clipboard.copied = "no abstract";
  await pasteAbstract(client(asked), { key: "ash" });
  assert.deepEqual(asked, []);
  assert.match(told.at(-1)?.given[0] as string, /Copy the abstract of 'ash'/);
});
