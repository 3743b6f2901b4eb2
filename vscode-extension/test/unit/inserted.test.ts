// Where the author is led when the server has put a text in.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { applyAndShow } from "../../src/inserted";
import { told, window, workspace } from "./vscode";

const place = (line: number) => ({
  line,
  isBefore: (other: { line: number }) => line < other.line,
  translate: (lines: number) => place(line + lines),
});
const STANDS = [
  "\\section{Related}",
  "% citeloom:begin 0a",
  "Ash is old.",
  "% citeloom:end 0a",
  "",
];
const draft = {
  lines: STANDS,
  uri: { path: "/paper/related.tex" },
  getText: () => draft.lines.join("\n"),
};
const bib = { uri: { path: "/paper/references.bib" } };
const uris = ["file:///paper/related.tex", "file:///paper/references.bib"];
function tell(document: object, contentChanges: object[]) {
  for (const listener of [...workspace.listeners]) listener({ document, contentChanges });
}

const change = (line: number, text: string, lines = 0) => ({
  range: { start: place(line), end: place(line + lines) },
  text,
});

/** A sentence at line 9 below a passage that grows by a line, and the id of the mark; and an entry. */
const written = async (applied = true) => {
  tell(bib, [change(1, "@misc{ash, title = {Ash}}")]);
  tell(draft, [change(9, "A new sentence."), change(6, "a\nb\n", 1), change(4, "0a1b")]);
  return { applied };
};

const shown = () =>
  told.filter(({ name }) => name === "showTextDocument").map(({ given }) => given) as [
    object,
    { selection: { given: { line: number }[] }; viewColumn: number },
  ][];

/** The line that was led to, or nothing. */
const line = () => shown()[0]?.[1].selection.given[0]?.line;

beforeEach(() => {
  told.length = 0;
  draft.lines = STANDS;
  workspace.documents = new Map([[uris[0], draft]]);
  window.visibleTextEditors = [];
});

test("a written text leads to the most words that it brought into the draft", async () => {
  const label = "Insert related work";
  assert.deepEqual(await applyAndShow({ label }, written), { applied: true });
  const [[document, { viewColumn }]] = shown() as [ReturnType<typeof shown>[0]];
  assert.deepEqual([document, line(), viewColumn], [draft, 10, 1]);
  assert.equal(workspace.listeners.length, 0);
});

test("a draft that is shown is led to where it is shown", async () => {
  window.visibleTextEditors = [{ document: draft, viewColumn: 2 }];
  await applyAndShow({ label: "Insert related work" }, written);
  assert.equal(shown()[0]?.[1].viewColumn, 2);
});

test("an edit that was refused, or is no text, leads nowhere", async () => {
  await applyAndShow({ label: "Insert related work" }, () => written(false));
  await applyAndShow({ label: "Weave in" }, written);
  await applyAndShow({ label: "Complete 3 entries" }, written);
  await applyAndShow({}, written);
  assert.deepEqual(shown(), []);
  const gone = () => Promise.reject(new Error("gone"));
  await assert.rejects(applyAndShow({ label: "Insert related work" }, gone));
  assert.equal(workspace.listeners.length, 0);
});
