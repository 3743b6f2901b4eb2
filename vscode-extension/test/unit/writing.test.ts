import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Waiting } from "../../src/answers";
import { newest } from "../../src/requests";
import { take } from "../../src/writing";
import { told } from "./vscode";

const section = {
  offer: "a",
  version: 1,
  section: "Related Work",
  file: "b.tex",
  title: "lexrank",
};

async function taken(waits: object, how: "insert" | "discard"): Promise<unknown[]> {
  const asked: unknown[] = [];
  const sendRequest = async (_: string, given: { command: string; arguments: unknown[] }) => {
    if (given.command === "citeloom.show") return waits;
    asked.push(given.command, ...given.arguments);
    return {};
  };
  await take({ sendRequest } as never as LanguageClient, how);
  return asked;
}

beforeEach(() => told.splice(0));

test("what waits is inserted and discarded; of several its author says which", async () => {
  const one = { offers: [section] };
  assert.deepEqual(await taken(one, "insert"), ["citeloom.insert", { offer: "a", version: 1 }]);
  assert.deepEqual(await taken(one, "discard"), ["citeloom.discard", { offer: "a" }]);
  assert.equal(told.length, 0, "nothing is asked");
  const all = { offers: [{ ...section, section: "Other Work" }, section] };
  assert.deepEqual(await taken(all, "insert"), ["citeloom.insert", { offer: "a", version: 1 }]);
  const rows = told[0]?.given[0] as readonly { label: string }[];
  assert.deepEqual(
    rows.map(({ label }) => label),
    ["Other Work", "Related Work"],
  );
});

test("the newest text is meant", () => {
  const meant = (offers: readonly object[]) => newest({ offers } as Waiting);
  assert.deepEqual(meant([section]), { offer: "a", version: 1 });
  assert.deepEqual(meant([]), { offer: "", version: 0 });
});
