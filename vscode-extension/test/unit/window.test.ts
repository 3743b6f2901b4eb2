import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { mayBeSent } from "../../src/agreeing";
import type { Methods } from "../../src/answers";
import { showFault } from "../../src/faults";
import { execute, saying } from "../../src/requests";
import { shown } from "../../src/shown";
import { howFar, Status } from "../../src/status";
import { notify, pick, pickSeveral } from "../../src/window";
import { offer } from "../../src/written";
import { told, window } from "./vscode";

const QUIT = "[k](command:workbench.action.quit)";
const FORMED = /\]\(|\$\([\w~-]+\)/;

beforeEach(() => told.splice(0));

/** All texts in what was shown, but for the rows as they were given. */
function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === "row" ? [] : texts(inner)));
}

function assertHarmless(): void {
  assert.ok(texts(told).some((text) => text.includes("workbench")));
  for (const text of texts(told)) assert.doesNotMatch(text, FORMED);
}

test("no text forms a link, an icon or a line of its own", () => {
  for (const [text, seen] of [
    [QUIT, "[k] (command:workbench.action.quit)"],
    ["[k](https://evil.example) x", "[k] (https://evil.example) x"],
    ["[k]\n(command:x)", "[k] (command:x)"],
    ["[k]\u202e(command:x)", "[k] (command:x)"],
    ["[k]\u0000(command:x)", "[k] (command:x)"],
    ["[k]\u200b(command:x)", "[k] (command:x)"],
    ["sm\u2060ith\u{e0061} 👩\u200d💻 می\u200cخواهم", "sm ith 👩\u200d💻 می\u200cخواهم"],
    ["$(trash) $(loading~spin)", "$ (trash) $ (loading~spin)"],
    ["\\cite[see]{a} (2020), f(x)[1], $(x, y)$", "\\cite[see]{a} (2020), f(x)[1], $(x, y)$"],
  ] as const) {
    assert.equal(shown(text), seen);
  }
});

test("notifications of every kind", async () => {
  await notify("error", QUIT);
  await notify("warning", QUIT, "Button");
  await notify("information", QUIT);
  assert.deepEqual(
    told.map(({ name }) => name),
    ["showErrorMessage", "showWarningMessage", "showInformationMessage"],
  );
  assertHarmless();
});

test("all of a long notification is shown, and a button that only does that is no answer", async () => {
  window.taken = "OK";
  assert.equal(await notify("information", "The API key was saved."), undefined);
  assert.equal(
    await notify("information", "A message that one line has no room for. ".repeat(2)),
    undefined,
  );
  assert.equal(
    await notify("information", "A question that one line has no room for. ".repeat(2), "OK"),
    "OK",
  );
  window.taken = undefined;
  assert.deepEqual(
    told.map(({ given }) => given.slice(1)),
    [[], ["OK"], ["OK"]],
  );
});

test("what the server refuses, what it has written, what keeps it from starting", async () => {
  await saying(() => Promise.reject(new Error(QUIT)));
  await offer({
    offer: "1",
    uri: "file:///main.tex",
    canInsert: true,
    message: QUIT,
  });
  const log = { error: () => {} } as never;
  await showFault(new Error(QUIT), log);
  assertHarmless();
});

/** A client whose server gives one answer to every command. */
function answering(answer: unknown) {
  return { sendRequest: () => Promise.resolve(answer) } as never;
}

test("where the server asks about files outside of the project, nothing else is shown", async () => {
  const client = answering({ asked: true, outside: ["/elsewhere/library.bib"] });
  for (const name of ["insert", "write", "weave", "fetch", "openPdf"]) {
    assert.equal(await saying(() => execute(client, name)), undefined);
  }
  const methods = saying(async () => (await execute<Methods>(client, "methods")).methods.length);
  assert.equal(await methods, undefined);
  assert.deepEqual(told, []);
});

test("an answer that asks whether a draft may be sent is one like others", async () => {
  const answer = { job: null, waits: false, asked: true, estimate: {} };
  assert.equal(await saying(() => execute(answering(answer), "write")), answer);
  assert.equal(await saying(() => execute(answering(null), "restart")), null);
});

test("the question whether a draft may be sent", async () => {
  const estimate = {
    method: QUIT,
    usesModel: true,
    host: QUIT,
    model: QUIT,
    staysHere: false,
    calls: 1,
    inputTokens: 1,
    outputTokens: 1,
    money: 1,
    currency: QUIT,
  };
  const question = { purpose: QUIT, details: [QUIT, QUIT], estimate, arguments: null };
  await mayBeSent(undefined as never, {} as never, question);
  assertHarmless();
  const modal = told[0]?.given[1] as { detail: string };
  assert.equal(modal.detail.split("\n\n").length, 2);
});

test("rows to be picked come back as they were given", async () => {
  const row = { label: QUIT, description: QUIT, detail: "$(trash)", key: QUIT };
  const options = { title: "Citeloom" };
  assert.equal(await pick([row], options), row);
  assert.deepEqual(await pickSeveral([row], options), [row]);
  assertHarmless();
  told.splice(0);
  await pick([{ ...row, icon: "circle-slash" }], options);
  assert.match(texts(told[0]?.given)[0] ?? "", /^\$\(circle-slash\) \[k\] \(/);
});

const memento = { get: () => [], update: () => Promise.resolve() } as never;

test("the status bar", () => {
  const status = new Status(memento);
  const { item } = status as unknown as { item: { text: string; tooltip: string } };
  status.progress("1", { kind: "begin", title: `Weaving in ${QUIT}`, message: "$(trash)" });
  assert.equal(item.text, "$(loading~spin) Citeloom: $ (trash)");
  assert.doesNotMatch(item.tooltip, FORMED);
  status.progress("1", { kind: "end" });
});

test("how far a text is: its step, the time that went, and what that leaves of the step", () => {
  const work = { token: "1", title: "Writing", begun: 0, stepBegun: 10_000 };
  const at = (stage: string, now: number) => howFar({ ...work, stage }, now);
  assert.equal(
    at("summaries 7/19", 24_000),
    "summaries: 7 of 19 · 24 s so far, about 24 s left in this step",
  );
  assert.equal(at("summaries 0/19", 24_000), "summaries: 0 of 19 · 24 s so far");
  assert.equal(at("taxonomy", 130_000), "taxonomy · 2 min so far");
});

/** Where else VS Code is told to show something, and why that is harmless. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  "questions.ts": ["createStatusBarItem"], // See questions.test.ts.
  "references/view.ts": ["createTreeView", "withProgress"], // The test below.
  "status.ts": ["createStatusBarItem"], // The test above.
};

test("nothing is shown but by window.ts", () => {
  const shows =
    /\b(show(?:Error|Warning|Information)Message|showQuickPick|showInputBox|withProgress|create(?:StatusBarItem|TreeView|QuickPick|InputBox)|setStatusBarMessage)\b/g;
  const files = readdirSync("src", { recursive: true, encoding: "utf8" });
  for (const file of files.map((name) => name.replaceAll("\\", "/"))) {
    if (!file.endsWith(".ts") || file === "window.ts") continue;
    const found = readFileSync(`src/${file}`, "utf8").matchAll(shows);
    const names = [...new Set([...found].map(([name]) => name))].sort();
    assert.deepEqual(names, ELSEWHERE[file] ?? [], file);
  }
});

test("the rows of the tree take every text through shown", () => {
  const files = ["view"].map((name) => `src/references/${name}.ts`);
  const view = files.map((file) => readFileSync(file, "utf8")).join("");
  for (const [, label] of view.matchAll(/new vscode\.TreeItem\(([^)]*)/g)) {
    assert.match(label ?? "", /^shown\(/);
  }
});

test("the key is in nothing that is traced", () => {
  const options = /initializationOptions: \{[^}]*\}/.exec(readFileSync("src/newClient.ts", "utf8"));
  assert.doesNotMatch(options?.[0] ?? "modelKey", /modelKey/);
});
