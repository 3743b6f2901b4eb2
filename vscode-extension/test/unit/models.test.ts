import assert from "node:assert/strict";
import { test } from "node:test";
import type { Models } from "../../src/answers";
import { chosenWords, modelRows, offerRows } from "../../src/picks/models";

const found: Models = {
  current: { provider: "ollama", name: "qwen3:8b", host: "127.0.0.1:11434" },
  why: "",
  programs: [
    { provider: "ollama", title: "Ollama", models: ["qwen3:8b", "nomic-embed-text"] },
    { provider: "lmstudio", title: "LM Studio", models: [] },
  ],
  providers: [
    { provider: "openai", title: "OpenAI", address: "https://api.openai.com/v1" },
    { provider: "azure", title: "Azure OpenAI", address: "" },
    { provider: "custom", title: "another endpoint", address: "" },
  ],
};

test("the editor's models come first, then this machine's, then those with a key", () => {
  const editors = [
    { vendor: "copilot", id: "gpt/x", name: "GPT X", maxInputTokens: 63_999.5 },
    { vendor: "other", id: "free", name: "", maxInputTokens: 0 },
  ];
  const rows = modelRows(found, editors);
  assert.deepEqual(
    rows.map(({ label, provider, model }) => [label, provider, model]),
    [
      ["GPT X", "editor", "copilot/gpt/x"],
      ["free", "editor", "other/free"],
      ["qwen3:8b", "ollama", "qwen3:8b"],
      ["OpenAI...", "openai", ""],
      ["Azure OpenAI...", "azure", ""],
      ["Another Address...", "custom", ""],
    ],
  );
  assert.equal(rows[0]?.description, "copilot, in this editor · context of 63,999 tokens");
  assert.equal(rows[0]?.context, 63_999);
  assert.equal(rows[1]?.context, undefined);
  assert.equal(rows[2]?.description, "in use · Ollama, on this machine");
  assert.equal(rows[3]?.wantsAddress, false);
  assert.equal(rows[4]?.wantsAddress, true);
});

test("where this machine offers none it is said what would make one appear", () => {
  const hint = (programs: Models["programs"]) =>
    modelRows({ ...found, programs }, []).filter(({ looksAgain }) => looksAgain);
  assert.deepEqual(hint(found.programs), []);
  for (const programs of [[], [{ provider: "lmstudio", title: "LM Studio", models: [] }]]) {
    const [row] = hint(programs);
    assert.match(row?.description ?? "", /start Ollama or LM Studio/);
  }
});

test("what is known about a model is said, and nothing else", () => {
  const unknown = { context: 0, inputPrice: null, outputPrice: null };
  const known = { context: 128_000, inputPrice: 2.5, outputPrice: 10 };
  const rows = offerRows([
    { name: "a", ...unknown },
    { name: "b", ...known },
  ]);
  assert.equal(rows[0]?.description, "");
  const said = "context of 128,000 tokens";
  const price = "2.5 USD per million tokens read, 10 USD written";
  assert.equal(rows[1]?.description, `${said} · ${price}`);
  const chosen = { name: "b", host: "h.org", staysHere: false, seconds: 1.2 };
  assert.equal(
    chosenWords({ ...chosen, ...known, trial: ["It is fit for ckma."] }),
    `Citeloom now uses b at h.org: it answered in 1.2 s, ${said}, ${price}. It is fit for ckma.`,
  );
  assert.equal(
    chosenWords({ ...chosen, ...unknown, seconds: null, staysHere: true, trial: [] }),
    "Citeloom now uses b on this machine.",
  );
});
