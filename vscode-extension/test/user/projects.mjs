// Two projects in one window: each has its own method, sections and references, and what waits for
// one never lands in the other.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { exampleOf, startExample } from "./example.mjs";

const example = exampleOf("projects");
const { folder, paper } = example;
const thesis = path.join(folder, "thesis");
cpSync(paper, thesis, { recursive: true });
renameSync(path.join(thesis, "sections/related.tex"), path.join(thesis, "sections/earlier.tex"));
const main = path.join(thesis, "main.tex");
const inputs = readFileSync(main, "utf8").replace("{sections/related}", "{sections/earlier}");
writeFileSync(main, `${inputs.replace("\\end{document}", "\\cite{nobody1900}\n\\end{document}")}`);
for (const [own, method] of [
  [paper, "lexrank"],
  [thesis, "extractive"],
]) {
  mkdirSync(path.join(own, ".vscode"));
  const settings = JSON.stringify({ "citeloom.method": method });
  writeFileSync(path.join(own, ".vscode/settings.json"), settings);
}
const workspace = path.join(folder, "both.code-workspace");
writeFileSync(workspace, JSON.stringify({ folders: [{ path: "paper" }, { path: "thesis" }] }));
const related = path.join(paper, "sections/related.tex");
const earlier = path.join(thesis, "sections/earlier.tex");
const empty = readFileSync(related, "utf8");

const { editor, browser, window, page } = await startExample(example);
const row = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
const view = page.locator(".pane", { hasText: "References" }).last();
const listed = (text) => view.locator(".monaco-list-row", { hasText: text }).first();
const written = "Related work written";

try {
  await window.open(editor.base, workspace);
  await window.file("related.tex");
  await window.lens("Write related work").click();
  await window.toast(`${written} (lexrank`).waitFor();
  await window.command("Notifications: Clear All Notifications");
  await window.file("earlier.tex");
  await window.lens("Write related work").click();
  await window.toast(`${written} (extractive`).waitFor();
  assert.match(await window.toast(written).textContent(), /in thesis\/sections\/earlier\.tex/);
  // By the method of its own folder, and named with it.
  await window.shot("second-written");
  await window.command("Notifications: Clear All Notifications");

  // Both wait: which one is asked, and the other file is left alone.
  await window.command("Citeloom: Insert Related Work");
  await row("paper/sections/related.tex").waitFor();
  await window.shot("which");
  await row("thesis/sections/earlier.tex").click();
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(earlier, "utf8").includes("citeloom:end"));
  assert.equal(readFileSync(related, "utf8"), empty);

  // The view is about the project of the file that is shown.
  await page.locator(".activitybar .action-label[aria-label^='Citeloom']").first().click();
  await listed("nobody1900").waitFor();
  await window.shot("references-of-the-thesis");
  await window.file("related.tex");
  await listed("nobody1900").waitFor({ state: "detached" });
  await listed("With an Abstract").waitFor();
  await window.lens("Insert related work").waitFor();
  await window.shot("references-of-the-paper");
  assert.equal(await page.locator(".notification-toast .codicon-error").count(), 0);
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}
