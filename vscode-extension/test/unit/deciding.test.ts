import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChangedPassage, Changes } from "../../src/answers";
import { lenses, taken, toBeChecked } from "../../src/deciding/choices";

function passage(id: string, more: Partial<ChangedPassage> = {}): ChangedPassage {
  return { id, own: `My ${id}.`, new: `New ${id}.`, line: 5, taken: false, ...more };
}

function changes(passages: readonly ChangedPassage[], problem = ""): Changes {
  const text = { offer: "o", version: 0, title: "extractive", uri: "file:///a.tex", text: "" };
  return { ...text, woven: false, line: 3, passages, kept: [], files: [], problem };
}

test("each passage has its choice, and the text those for all of them", () => {
  const both = changes([passage("a"), passage("b", { taken: true, line: 9 })]);
  assert.deepEqual(taken(both), ["b"]);
  assert.deepEqual(lenses(both), [
    { title: "Insert (1 of 2 mine)", line: 3, act: "insert" },
    { title: "Keep mine", line: 3, act: { taken: [] } },
    { title: "Take new", line: 3, act: { taken: ["a", "b"] } },
    { title: "Insert below", line: 3, act: "below" },
    { title: "Take new here: New a.", line: 5, act: { taken: ["b", "a"] } },
    { title: "Keep mine here: My b.", line: 9, act: { taken: [] } },
  ]);
});

test("what the papers of the new text do not say is told, two of them in full", () => {
  assert.equal(toBeChecked(changes([])), "");
  const one = { ...changes([]), doubts: ["'a': its abstract does not have 40"] };
  assert.equal(toBeChecked(one), "To be checked in its papers: 'a': its abstract does not have 40");
  const three = { ...changes([]), doubts: ["A", "B", "C"] };
  assert.equal(toBeChecked(three), "To be checked in its papers: A; B; and 1 more");
});

test("nothing is offered for all that is so already", () => {
  const titles = (shown: Changes) => lenses(shown).map(({ title }) => title);
  assert.deepEqual(titles(changes([])), ["Insert", "Insert below"]);
  assert.ok(!titles(changes([passage("a")])).includes("Keep mine"));
  assert.ok(!titles(changes([passage("a", { taken: true })])).includes("Take new"));
});

test("sentences for paragraphs are inserted as they are", () => {
  const woven = { ...changes([]), woven: true };
  assert.deepEqual(lenses(woven), [{ title: "Insert", line: 3, act: "insert" }]);
});

test("what was taken out is no passage of the author's", () => {
  const one = lenses(changes([passage("a", { own: "", taken: true })])).at(-1);
  assert.equal(one?.title, "Keep mine here, your deletion is kept");
});

test("a text that cannot be merged stands in place of all, below, or not at all", () => {
  const shown = lenses(changes([passage("a", { taken: true })], "its record is missing"));
  assert.deepEqual(
    shown.map(({ title, act }) => [title, act]),
    [
      ["Replace all between the marks", "insert"],
      ["Keep mine", "close"],
      ["Insert below", "below"],
    ],
  );
});
