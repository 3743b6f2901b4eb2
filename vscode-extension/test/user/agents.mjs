// VS Code itself as a client of the server for agents: its user starts it, an agent calls every tool,
// and what it had written waits in the editor. No account is needed.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { exampleOf, packaged, startExample } from "./example.mjs";

const example = exampleOf("agents");
const { folder, paper, home } = example;
const related = path.join(paper, "sections/related.tex");
const empty = readFileSync(related, "utf8");
const answers = path.join(folder, "answers.json");
const { editor, browser, window, page } = await startExample(
  example,
  { CITELOOM_DATA: path.join(home, "data"), STANDIN_ANSWERS: answers },
  {
    settings: { "chat.disableAIFeatures": false },
    extensions: [packaged("standin-agent", folder)],
  },
);
const row = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.lens("Write related work").waitFor();
  await window.command("MCP: List Servers");
  await row("Citeloom").click();
  await window.shot("server");
  await row("Start Server").click();
  // Out of the output of the server, which has the focus now.
  await window.line("sec:related").click();

  await window.command("Stand-in: Call Every Tool");
  // VS Code itself asks before a tool that is not for reading alone.
  const dialog = page.locator(".monaco-dialog-box", { hasText: "Run Write related work" });
  await dialog.waitFor();
  await window.shot("asked");
  await dialog.getByRole("button", { name: "Yes", exact: true }).click();
  await until(() => existsSync(answers));
  const found = JSON.parse(readFileSync(answers, "utf8"));
  const tools = Object.fromEntries(
    Object.entries(found).map(([tool, answer]) => [tool, JSON.parse(answer)]),
  );
  assert.equal(tools.references.references.length, 19);
  assert.match(JSON.stringify(tools.paper), /wang2018neural/);
  assert.ok(tools.sentences_behind.sentences.length);
  assert.equal(tools.check_text.problems[0].key, "made-up");
  assert.ok(tools.search_references.references.length);
  assert.ok(tools.write_related_work.waiting);

  // What the agent had written waits in the editor: the file is as it was, and its author inserts it.
  assert.equal(readFileSync(related, "utf8"), empty);
  await window.command("Citeloom: Insert Related Work");
  await window.line("citeloom:begin").waitFor();
  await window.shot("inserted");
  console.log("PASSED");
} catch (error) {
  if (existsSync(answers)) console.log(readFileSync(answers, "utf8").slice(0, 2_000));
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}
