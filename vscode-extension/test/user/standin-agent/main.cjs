// Stands in for an agent of VS Code: calls every tool of Citeloom's, and keeps the answers in the file
// STANDIN_ANSWERS.
const vscode = require("vscode");
const { renameSync, writeFileSync } = require("node:fs");

const KEY = "wang2018neural";
const GIVEN = {
  references: {},
  paper: { key: KEY },
  sentences_behind: { claim: "Neural models with attention summarize related work." },
  check_text: { text: `\\cite{${KEY}, made-up}` },
  search_references: { words: "related work summarization" },
  write_related_work: { method: "extractive" },
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("standinAgent.callTools", async () => {
      const answers = {};
      const ours = () => vscode.lm.tools.filter(({ name }) => /^mcp_citeloom_/.test(name));
      // The server may still be starting.
      while (ours().length < Object.keys(GIVEN).length) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      for (const { name } of ours()) {
        const tool = name.replace(/^mcp_citeloom_/, "");
        const input = { file: "main.tex", ...GIVEN[tool] };
        const options = { input, toolInvocationToken: undefined };
        try {
          const { content } = await vscode.lm.invokeTool(name, options);
          answers[tool] = content.map((part) => part.value ?? "").join("");
        } catch (error) {
          answers[tool] = String(error);
        }
      }
      // Whole as soon as it is there.
      const { STANDIN_ANSWERS } = process.env;
      writeFileSync(`${STANDIN_ANSWERS}.part`, JSON.stringify(answers));
      renameSync(`${STANDIN_ANSWERS}.part`, STANDIN_ANSWERS);
    }),
  );
};
