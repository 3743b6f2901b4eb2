import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { nameOf, Questions } from "../../src/questions";
import { told, window } from "./vscode";

const WORDS = "Look up 3 papers? Titles are sent, never your draft.";

beforeEach(() => {
  told.splice(0);
  window.taken = undefined;
});

/** The item of the status bar; what is hidden has no text that counts. */
function itemOf(questions: Questions) {
  return (questions as unknown as { item: { text: string; tooltip: string } }).item;
}

test("a question that was closed waits, and is shown again until it is answered", async () => {
  const questions = new Questions();
  const answer = questions.ask("information", `${WORDS} $(trash)`, "Look up", "Not now");
  await new Promise(setImmediate);
  assert.equal(questions.all.length, 1);
  assert.equal(itemOf(questions).text, "$(question) Citeloom asks");
  assert.match(itemOf(questions).tooltip, /never your draft\. \$ \(trash\)/);

  await questions.show();
  assert.equal(told.length, 2);
  assert.deepEqual(told[1], told[0]);
  window.taken = "Look up";
  await questions.show(questions.all[0]);
  assert.equal(await answer, "Look up");
  assert.deepEqual(questions.all, []);
  await questions.show();
  assert.equal(told.length, 3);
});

test("of several the user picks one", async () => {
  const questions = new Questions();
  void questions.ask("information", WORDS, "Look up");
  const other = questions.ask("warning", "May x.bib be used?", "Allow");
  await new Promise(setImmediate);
  assert.equal(itemOf(questions).text, "$(question) Citeloom asks (2)");
  await questions.show();
  assert.equal(told.at(-2)?.name, "showQuickPick");
  assert.deepEqual(told.at(-1), told[0]);
  window.taken = "Allow";
  await questions.show(questions.all[1]);
  assert.equal(await other, "Allow");
});

test("when the server ends nobody waits for an answer any more", async () => {
  const questions = new Questions();
  const answer = questions.ask("information", WORDS, "Look up");
  await new Promise(setImmediate);
  questions.end();
  assert.equal(await answer, undefined);
  assert.deepEqual(questions.all, []);
});

test("a button of a question whose server has ended says that it came too late", async () => {
  const questions = new Questions();
  let take: (button: string) => void = () => {};
  window.taken = new Promise((resolve) => {
    take = resolve;
  }) as unknown as string;
  const answer = questions.ask("information", WORDS, "Look up");
  questions.end();
  assert.equal(await answer, undefined);
  window.taken = undefined;
  take("Look up");
  await new Promise(setImmediate);
  assert.match(String(told.at(-1)?.given[0]), /^Citeloom was restarted/);
  assert.equal(told.length, 2);
});

test("its name ends with its question mark, and forms no icon", () => {
  const question = { gravity: "information", buttons: [], message: WORDS } as const;
  assert.equal(nameOf(question), "Look up 3 papers?");
  assert.equal(nameOf({ ...question, message: "No question" }), "No question");
});
