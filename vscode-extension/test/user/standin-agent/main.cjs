// Stands in for an agent of VS Code: calls every tool of Citeloom's for the drafts that the file
// STANDIN_DRAFTS names, and keeps the answers, by draft and tool, in the file STANDIN_ANSWERS.
const vscode = require("vscode");
const { readFileSync, renameSync, writeFileSync } = require("node:fs");

const KNOWN = { state: "abstract", limit: 20 };
const CLAIM = "Neural models with attention summarize related work.";

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("standinAgent.callTools", async () => {
      const { STANDIN_ANSWERS, STANDIN_DRAFTS } = process.env;
      // The server may still be starting.
      while (ours().length < 6) await new Promise((resolve) => setTimeout(resolve, 100));
      const answers = {};
      for (const file of JSON.parse(readFileSync(STANDIN_DRAFTS, "utf8"))) {
        answers[file] = await callAll(file).catch(String);
      }
      // Whole as soon as it is there.
      writeFileSync(`${STANDIN_ANSWERS}.part`, JSON.stringify(answers));
      renameSync(`${STANDIN_ANSWERS}.part`, STANDIN_ANSWERS);
    }),
  );
};

function ours() {
  return vscode.lm.tools.filter(({ name }) => /^mcp_citeloom_/.test(name));
}

async function callAll(file) {
  const answers = {};
  const call = async (tool, given) => {
    const { name } = ours().find((known) => known.name === `mcp_citeloom_${tool}`);
    const options = { input: { file, ...given }, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(name, options);
    answers[tool] = JSON.parse(content.map((part) => part.value ?? "").join(""));
  };
  await call("references", KNOWN);
  const keys = answers.references.references.map(({ key }) => key);
  await call("paper", { key: keys[0] });
  await call("sentences_behind", { claim: CLAIM });
  await call("check_text", { text: `\\cite{${keys[0]}, made-up}` });
  await call("search_references", { words: "related work summarization" });
  await call("write_related_work", { method: "extractive", keys });
  return answers;
}
