import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf } from "../../src/rewriting/asking";
import { type ChangedLines, Versions, withInstruction } from "../../src/rewriting/versions";
import { difference, newWords } from "../../src/rewriting/words";

const told = (old: string, now: string) =>
  difference(old, now).map(({ kind, text, at }) => [kind, text, at]);

test("words that stay, go and come in, each where it stands in the old text", () => {
  assert.deepEqual(told("Elm trees grow well in the north.", "Elm trees grow in the cold north."), [
    ["same", "Elm trees grow ", 0],
    ["old", "well ", 15],
    ["same", "in the ", 20],
    ["new", "cold ", 27],
    ["same", "north.", 27],
  ]);
  assert.deepEqual(told("One.", "One."), [["same", "One.", 0]]);
});

test("new words lie where they stand in the new sentence, over blanks that break as words do", () => {
  const over = (old: string, now: string) => newWords(difference(old, now));
  assert.equal(
    over("We see it well.", "We see it now."),
    "\u00a0\u00a0 \u00a0\u00a0\u00a0 \u00a0\u00a0 now.",
  );
  assert.equal(
    over("a-b is it.", "a-b is so, it."),
    "\u00a0\u00a0\u200b\u00a0 \u00a0\u00a0 so, \u00a0\u00a0\u00a0",
  );
  assert.equal(over("Old words go.", "All is new here."), "");
  assert.equal(over("We see 木 well.", "We see 木 now."), "");
});

test("texts with little in common are told apart as a whole, the new one first", () => {
  assert.deepEqual(told("Elm trees grow well.", "We count old yews."), [
    ["new", "We count old yews.", 0],
    ["old", "Elm trees grow well.", 0],
  ]);
  assert.deepEqual(told("", "New."), [["new", "New.", 0]]);
  assert.deepEqual(told("Old.", ""), [["old", "Old.", 0]]);
});

test("the pieces make up both texts, whatever they are", () => {
  const texts = ["", " ", "a", "a b", "b a", "a  b\n c", "\\citet{x} say a $b$.", "x a y b z"];
  for (const old of texts) {
    for (const now of texts) {
      const pieces = difference(old, now);
      const joined = (kind: string) =>
        pieces.flatMap((piece) => (piece.kind === kind ? [] : [piece.text])).join("");
      assert.deepEqual([joined("new"), joined("old")], [old, now]);
    }
  }
});

const OLD = ["Elm trees grow.", "They are old."];

function version(words: string, seed = 0, line = 5) {
  const lines: ChangedLines = { uri: "file:///a.tex", line, old: OLD, new: [words], sources: [] };
  const proposal = {
    offer: words,
    message: "",
    doubts: [],
    byModel: true,
    arguments: { revision: "sentence", seed },
    changes: [lines],
  };
  return { proposal, lines };
}

test("one goes back and forth through the versions of a sentence", () => {
  const versions = new Versions(version("one"));
  assert.equal(versions.place, "");
  assert.ok(versions.isOf(version("two").lines));
  assert.ok(versions.add(version("two", 3)));
  assert.deepEqual([versions.shown.proposal.offer, versions.place], ["two", "2/2"]);
  versions.go(-1);
  assert.deepEqual([versions.shown.proposal.offer, versions.place], ["one", "1/2"]);
  versions.go(-1);
  assert.equal(versions.place, "2/2");
  assert.equal(versions.nextSeed, 4, "no version has had it");
  assert.ok(!versions.add(version("one", 4)), "the same words are one version");
  assert.deepEqual([versions.place, versions.shown.proposal.offer], ["2/2", "one"]);
  assert.ok(!versions.isOf(version("one", 0, 9).lines));
});

test("they follow their sentence, and end where it changes", () => {
  const versions = new Versions(version("one"));
  const text = ["0", "1", "2", "3", "4", ...OLD, "7"];
  const at = (lines: readonly string[]) => (line: number) => lines[line];
  const change = (start: number, end: number, words: string) => ({
    range: { start: { line: start }, end: { line: end } },
    text: words,
  });
  assert.ok(versions.follows([change(1, 1, "a\nb\n")], at(["a", "b", ...text])));
  assert.equal(versions.line, 7);
  assert.ok(versions.follows([change(0, 2, "")], at(text)));
  assert.equal(versions.line, 5);
  assert.ok(versions.follows([change(7, 7, "x")], at([...text.slice(0, 7), "x7"])));
  const changed = [...text.slice(0, 5), "Elms grow.", "They are old."];
  assert.ok(!versions.follows([change(5, 5, "")], at(changed)));
});

test("the last instructions, the newest first, each once", () => {
  assert.deepEqual(withInstruction(["a", "b"], "b"), ["b", "a"]);
  assert.equal(withInstruction("abcdefgh".split(""), "x").length, 8);
});

test("a theme is a few words", () => {
  assert.equal(faultOf("energy use"), undefined);
  assert.equal(faultOf("x".repeat(101)), "At most 100 characters");
});
