import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Waiting } from "../../src/answers";
import { newest } from "../../src/requests";
import { take } from "../../src/writing";
import { told } from "./vscode";

const sentences = [
  { offer: "s1", title: "woven in: lexrank: introduction" },
  { offer: "s2", title: "revised: shorten" },
];
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

test("sentences that wait are inserted and discarded as the text of a section is", async () => {
  const one = { offers: [], sentences: sentences.slice(0, 1) };
  assert.deepEqual(await taken(one, "insert"), ["citeloom.insert", { offer: "s1", version: 0 }]);
  assert.deepEqual(await taken(one, "discard"), ["citeloom.discard", { offer: "s1" }]);
  assert.equal(told.length, 0, "nothing is asked");
  const all = { offers: [section], sentences };
  assert.deepEqual(await taken(all, "insert"), ["citeloom.insert", { offer: "a", version: 1 }]);
  const rows = told[0]?.given[0] as readonly { label: string }[];
  assert.deepEqual(
    rows.map(({ label }) => label),
    ["Related Work", "woven in: lexrank: introduction", "revised: shorten"],
  );
});

test("a section's text is meant before sentences, and of each the newest", () => {
  const meant = (offers: readonly object[], some: Waiting["sentences"]) =>
    newest({ offers, sentences: some } as Waiting);
  assert.deepEqual(meant([section], sentences), { offer: "a", version: 1 });
  assert.deepEqual(meant([], sentences), { offer: "s2", version: 0 });
  assert.deepEqual(meant([], []), { offer: "", version: 0 });
});
