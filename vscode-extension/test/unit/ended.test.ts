// What is said when the server has ended: of texts that were being made, and of answers to it.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { askFor, sayEnded, textsBeingMade } from "../../src/ended";
import { told, window } from "./vscode";

const [writing, weaving, fetching] = [
  "Writing related work for 'Related Work' in main.tex",
  "Weaving in ash2020",
  "Fetching what is known about papers",
];
const work = (title: string) => ({ token: title, title, stage: "" });
const again = async (...titles: string[]) => {
  let count = 0;
  const works = titles.map(work);
  await sayEnded(textsBeingMade(works), () => {
    count += 1;
  });
  return count;
};

beforeEach(() => {
  told.length = 0;
  window.taken = undefined;
});

test("a section can be written again", async () => {
  assert.equal(await again(fetching, writing), 0);
  const words =
    "Stopped with the server: writing related work for 'Related Work' in main.tex. Nothing has changed.";
  assert.deepEqual(told, [{ name: "showWarningMessage", given: [words, "Write again"] }]);
  window.taken = "Write again";
  assert.equal(await again(writing, weaving), 1);
});

test("of what is woven in it is said, and of what goes on by itself nothing", async () => {
  await again(weaving);
  const words = "Stopped with the server: weaving in ash2020. Nothing has changed.";
  assert.deepEqual(told[0]?.given, [words, "OK"]);
  told.length = 0;
  await again("Judging claims");
  assert.deepEqual(told[0]?.given, [
    "Stopped with the server: judging claims. Nothing has changed.",
    "OK",
  ]);
  told.length = 0;
  await again(fetching);
  await again();
  assert.deepEqual(told, []);
});

test("of an answer that comes too late it is said that nothing was done", async () => {
  const late = "Citeloom was restarted after you asked: nothing was done. Ask again.";
  const said = async (answer: unknown, isRunning: boolean) => {
    told.length = 0;
    assert.equal(
      await askFor(
        () => isRunning,
        () => Promise.resolve(answer),
      ),
      answer,
    );
    return told.map(({ given }) => given);
  };
  for (const answer of [{ title: "Try again" }, { agreed: true }]) {
    assert.deepEqual(await said(answer, false), [[late, "OK"]]);
    assert.deepEqual(await said(answer, true), []);
  }
  for (const answer of [null, undefined, { title: "Not now" }, { agreed: false }]) {
    assert.deepEqual(await said(answer, false), []);
  }
});
