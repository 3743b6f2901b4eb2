// Problems of the server's: one sentence, and what can be done as buttons.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { type Problem, showProblem } from "../../src/problems";
import { saying } from "../../src/requests";
import { told, window } from "./vscode";

const problem = (more: Partial<Problem> = {}): Problem => ({
  fault: "No language model is configured.",
  advice: "Set one in your config.toml.",
  remedy: "",
  logHasMore: false,
  ...more,
});
const place = { uri: "file:///paper/main.tex", line: 4 };

beforeEach(() => {
  told.length = 0;
  window.taken = undefined;
});

test("advice is said where there is no button for it", async () => {
  await showProblem(problem());
  await showProblem(problem({ remedy: "SET_MODEL" }), "warning");
  await showProblem(
    problem({ remedy: "CHOOSE_MODEL", place, logHasMore: true }),
    "error",
    "Try again",
  );
  await showProblem(problem({ remedy: "WRITE_OTHERWISE" }), "error", "Try again");
  await showProblem(problem({ remedy: "of another version" }));
  const { fault, advice } = problem();
  assert.deepEqual(
    told.map(({ name, given }) => [name, ...given]),
    [
      ["showErrorMessage", `${fault} ${advice}`, "OK"],
      ["showWarningMessage", fault, "Choose model"],
      ["showErrorMessage", fault, "Try again", "Choose model", "Open file", "Show log"],
      ["showErrorMessage", fault, "Try again", "Other method", "Write without a model"],
      ["showErrorMessage", `${fault} ${advice}`, "OK"],
    ],
  );
});

test("what a button says is done", async () => {
  const asked = problem({ remedy: "FETCH_ALL", place, logHasMore: true });
  const done: unknown[][] = [];
  for (const taken of ["Get abstracts", "Open file", "Show log", "Try again"]) {
    told.length = 0;
    window.taken = taken;
    const answer = await showProblem(asked, "error", "Try again");
    const [, act] = told;
    done.push([answer, act?.name, act?.given[0]]);
  }
  assert.deepEqual(done, [
    [undefined, "executeCommand", "citeloom.getAbstracts"],
    [undefined, "showTextDocument", place.uri],
    [undefined, "executeCommand", "citeloom.showLog"],
    ["Try again", undefined, undefined],
  ]);
});

test("a text that waits all the same can be shown", async () => {
  window.taken = "Preview";
  assert.equal(await showProblem(problem({ offer: "a1" }), "error", "Try again"), undefined);
  assert.deepEqual(
    told.map(({ name, given }) => [name, ...given]),
    [
      ["showErrorMessage", `${problem().fault} ${problem().advice}`, ...["Try again", "Preview"]],
      ["executeCommand", "citeloom.preview", { offer: "a1" }],
    ],
  );
});

test("what the server refuses is shown as its problem", async () => {
  const error = Object.assign(new Error("all of it"), { data: problem({ remedy: "WRITE_FIRST" }) });
  await saying(() => Promise.reject(error));
  await saying(() => Promise.reject(new Error("a fault")));
  assert.deepEqual(
    told.map(({ given }) => given),
    [[problem().fault, "Write related work"], ["a fault"]],
  );
});
