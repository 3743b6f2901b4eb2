import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type * as vscode from "vscode";
import { askModel, type ModelQuestion } from "../../src/models/asking";
import { LanguageModelTextPart, LanguageModelToolCallPart, lm } from "./vscode";

const question: ModelQuestion = {
  ask: "1",
  vendor: "standin",
  id: "asks",
  messages: [{ role: "user", text: "What is written?" }],
  tool: { name: "answer", description: "", schema: {} },
  options: {},
  reason: "Nothing of your draft is sent",
};
const cancelling = { isCancellationRequested: false };
const asked = () => askModel(question, cancelling as vscode.CancellationToken, () => {});

/** Lets the editor have one model, which answers by these parts, or throws. */
function answering(parts: () => Iterable<unknown>): void {
  const sendRequest = () => Promise.resolve({ stream: parts() });
  lm.selectChatModels = () => Promise.resolve([{ sendRequest }]);
}

function throwing(error: Error): void {
  // biome-ignore lint/correctness/useYield: it fails before its first part.
  answering(function* () {
    throw error;
  });
}

beforeEach(() => {
  cancelling.isCancellationRequested = false;
});

test("the call of our tool is the answer, with the tokens that are told", async () => {
  const usage = { prompt_tokens: 900, completion_tokens: 90 };
  const data = new TextEncoder().encode(JSON.stringify(usage));
  answering(() => [
    new LanguageModelTextPart("Let me think"),
    new LanguageModelToolCallPart("1", "other", {}),
    new LanguageModelToolCallPart("2", "answer", { words: "whole" }),
    { mimeType: "usage", data },
  ]);
  assert.deepEqual(await asked(), {
    text: "Let me think",
    call: '{"words":"whole"}',
    inputTokens: 900,
    outputTokens: 90,
  });
});

test("an answer that is cut off is no call, and tokens that nobody tells are unknown", async () => {
  answering(() => [new LanguageModelTextPart('{"words": "cut')]);
  assert.deepEqual(await asked(), { text: '{"words": "cut' });
});

test("errors are told by their code, or by the names that Copilot gives its own", async () => {
  const faults: readonly [object, string][] = [
    [{ name: "ChatQuotaExceeded" }, "QuotaExceeded"],
    [{ name: "ChatRateLimited" }, "RateLimited"],
    [{ code: "NotFound" }, "NotFound"],
    [{ code: "NoPermissions" }, "NoPermissions"],
    [{ code: "Blocked" }, "Blocked"],
    [{ code: "Canceled" }, ""],
  ];
  for (const [fault, code] of faults) {
    throwing(Object.assign(new Error("why"), fault));
    assert.deepEqual(await asked(), { failure: { code, message: "why" } });
  }
});

test("what comes of a cancelled question is never an answer", async () => {
  cancelling.isCancellationRequested = true;
  answering(() => [new LanguageModelToolCallPart("1", "answer", { words: "late" })]);
  assert.equal((await asked()).failure?.code, "Cancelled");
  throwing(new Error("stopped"));
  assert.equal((await asked()).failure?.code, "Cancelled");
});

test("a model that has gone is not found", async () => {
  lm.selectChatModels = () => Promise.resolve([]);
  assert.equal((await asked()).failure?.code, "NotFound");
});
