// Stands in for an extension that gives VS Code language models: it answers as the endpoint of the
// tests does, and makes the faults that the file STANDIN_MODE names. What it sees goes to STANDIN_LOG.
const vscode = require("vscode");
const { appendFileSync, readFileSync } = require("node:fs");

const { STANDIN_ENDPOINT, STANDIN_LOG, STANDIN_MODE } = process.env;
const log = (seen) => appendFileSync(STANDIN_LOG, `${JSON.stringify(seen)}\n`);
const mode = () => readFileSync(STANDIN_MODE, "utf8").trim();
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const wordsOf = ({ content }) =>
  typeof content === "string" ? content : content.map((part) => part.value ?? "").join("");

const model = (id, more) => ({
  id,
  name: `Stand-in ${id}`,
  family: "standin",
  version: "1",
  maxInputTokens: 32_000,
  maxOutputTokens: 8_000,
  capabilities: { toolCalling: true },
  ...more,
});

exports.activate = (context) => {
  const registered = vscode.lm.registerLanguageModelChatProvider("standin", {
    provideLanguageModelChatInformation: () => [
      model("open"),
      // Of the proposal chatProvider; Copilot sets it.
      model("asks", { requiresAuthorization: { label: "Stand-in account" } }),
    ],
    async provideLanguageModelChatResponse(info, messages, { tools, toolMode }, progress, token) {
      const now = mode();
      log({ model: info.id, mode: now, roles: messages.map(({ role }) => role), toolMode });
      if (now === "quota") {
        // As Copilot Chat 0.67 says it: a name of its own, no code.
        throw Object.assign(new Error("You have used your quota"), { name: "ChatQuotaExceeded" });
      }
      if (now === "gone") {
        registered.dispose();
        throw vscode.LanguageModelError.NotFound("the model has gone");
      }
      if (now === "slow") {
        progress.report(new vscode.LanguageModelTextPart("Let me think"));
        while (!token.isCancellationRequested) await wait(100);
        return log({ cancelled: true });
      }
      const content = await answered(messages, tools?.[0]?.inputSchema);
      if (now === "cut") {
        // An answer cut at its longest comes as if it were whole.
        progress.report(new vscode.LanguageModelTextPart(content.slice(0, content.length / 2)));
        return log({ cut: true });
      }
      const [tool] = tools ?? [];
      const { LanguageModelTextPart: Text, LanguageModelToolCallPart: Call } = vscode;
      progress.report(tool ? new Call("1", tool.name, JSON.parse(content)) : new Text(content));
      const usage = { prompt_tokens: 900, completion_tokens: 90 };
      const data = Buffer.from(JSON.stringify(usage));
      if (now !== "untold") progress.report(new vscode.LanguageModelDataPart(data, "usage"));
    },
    provideTokenCount: async (_info, text) => Math.ceil(String(text).length / 4),
  });
  context.subscriptions.push(registered);
};

async function answered(messages, schema) {
  const asked = messages.map((message) => ({ role: "user", content: wordsOf(message) }));
  const form = { type: "json_schema", json_schema: { name: "answer", schema, strict: true } };
  const response = await fetch(`${STANDIN_ENDPOINT}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "stand-in",
      messages: asked,
      ...(schema && { response_format: form }),
    }),
  });
  const { choices } = await response.json();
  return choices[0].message.content;
}
