// Where the author is led when the server has put a text in.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { made } from "../../src/inserted";
import { told, window, workspace } from "./vscode";

const place = (line: number) => ({
  line,
  isBefore: (other: { line: number }) => line < other.line,
  translate: (lines: number) => place(line + lines),
});
const draft = { uri: { path: "/paper/related.tex" } };
const bib = { uri: { path: "/paper/references.bib" } };

/** A sentence at line 9 below a passage that grows by a line, and the id of the mark; and an entry. */
const edit = async (applied = true) => {
  const changed = (document: object, contentChanges: object[]) => {
    for (const listener of [...workspace.listeners]) listener({ document, contentChanges });
  };
  const change = (line: number, text: string, lines = 0) => ({
    range: { start: place(line), end: place(line + lines) },
    text,
  });
  changed(bib, [change(1, "@misc{ash, title = {Ash}}")]);
  changed(draft, [change(9, "A new sentence."), change(6, "a\nb\n", 1), change(4, "0a1b")]);
  return { applied };
};
const shown = () =>
  told.filter(({ name }) => name === "showTextDocument").map(({ given }) => given);

beforeEach(() => {
  told.length = 0;
  window.visibleTextEditors = [];
  window.activeTextEditor = undefined;
});

for (const label of ["Insert related work", "Weave in"]) {
  test(`"${label}" leads to the words that it brought into the draft`, async () => {
    assert.deepEqual(await made({ label }, edit), { applied: true });
    const [[document, { selection, viewColumn }]] = shown() as [
      [object, { selection: { given: { line: number }[] }; viewColumn: number }],
    ];
    assert.equal(document, draft);
    assert.deepEqual([selection.given[0]?.line, viewColumn], [10, 1]);
    assert.equal(workspace.listeners.length, 0);
  });
}

test("a draft that is shown is led to where it is shown", async () => {
  window.visibleTextEditors = [{ document: draft, viewColumn: 2 }];
  await made({ label: "Weave in" }, edit);
  const [[, options]] = shown() as [[object, { viewColumn: number }]];
  assert.equal(options.viewColumn, 2);
});

test("who looks at the draft while something is woven in stays there", async () => {
  const active = { line: 0, character: 0 };
  window.activeTextEditor = { document: draft, selection: { active } };
  await made({ label: "Weave in" }, edit);
  assert.deepEqual(shown(), []);
  await made({ label: "Insert related work" }, edit);
  assert.equal(shown().length, 1);
});

test("an edit that was refused, or is no text, leads nowhere", async () => {
  await made({ label: "Weave in" }, () => edit(false));
  await made({ label: "Complete 3 entries" }, edit);
  await made({ label: "Revise the written text" }, edit);
  await made({}, edit);
  assert.deepEqual(shown(), []);
  await assert.rejects(made({ label: "Weave in" }, () => Promise.reject(new Error("gone"))));
  assert.equal(workspace.listeners.length, 0);
});
