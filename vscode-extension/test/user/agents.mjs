// VS Code itself as a client of the server for agents: its user starts it, an agent calls every tool,
// and what it had written waits in the editor. No account is needed. The same on 10,000 entries.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { exampleOf, packaged, startExample } from "./example.mjs";

const example = exampleOf("agents");
const { folder, paper, home } = example;
const related = path.join(paper, "sections/related.tex");
const empty = readFileSync(related, "utf8");
const answers = path.join(folder, "answers.json");
const drafts = path.join(folder, "drafts.json");
const large = path.join(paper, "large");
mkdirSync(large);
const make =
  "import sys, pathlib, bench.shared.large_project as it; it.large_project(pathlib.Path(sys.argv[1]))";
const root = path.resolve(import.meta.dirname, "../../..");
const made = spawnSync(process.env.CITELOOM_PYTHON, ["-c", make, large], { cwd: root });
assert.equal(made.status, 0, String(made.stderr));
writeFileSync(drafts, JSON.stringify(["main.tex", "large/main.tex"]));
const { editor, browser, window, page } = await startExample(
  example,
  { CITELOOM_DATA: path.join(home, "data"), STANDIN_ANSWERS: answers, STANDIN_DRAFTS: drafts },
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
  const yes = dialog.getByRole("button", { name: "Yes", exact: true });
  await yes.waitFor();
  await window.shot("asked");
  await yes.click();
  // What the agent had written waits in the editor, which shows that by itself.
  await window.lens("Insert related work").waitFor();
  await yes.waitFor();
  await yes.click();
  await until(() => existsSync(answers));
  const found = JSON.parse(readFileSync(answers, "utf8"));
  const { "main.tex": small, "large/main.tex": many } = found;
  for (const tools of [small, many]) {
    assert.ok(tools.paper, String(tools));
    assert.ok(JSON.stringify(tools.paper).includes(tools.references.references[0].key));
    assert.ok(tools.sentences_behind.sentences.length);
    assert.equal(tools.check_text.problems[0].key, "made-up");
    assert.ok(tools.search_references.references.length);
    assert.ok(tools.write_related_work.waiting);
  }
  assert.equal(small.references.of, 17);
  assert.ok(many.references.of > 100);

  // The file is as it was, and its author inserts what waits.
  assert.equal(readFileSync(related, "utf8"), empty);
  await window.lens("Insert related work").click();
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
