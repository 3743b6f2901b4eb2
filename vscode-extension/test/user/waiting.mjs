// A user's way through texts that wait: which section is written, what lasts over an undo, a restart
// and a window that is opened again, whose method was picked, and what is asked for a key.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { exampleOf, startExample } from "./example.mjs";

const made = exampleOf("waiting");
const { paper, home, folder } = made;
const related = path.join(paper, "sections/related.tex");
const data = path.join(home, "data");
const { editor, browser, window, page } = await startExample(made, { CITELOOM_DATA: data });
const row = (text) => page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
const clear = () => window.command("Notifications: Clear All Notifications");
const written = "Related work written";

try {
  await window.open(editor.base, paper);

  // The method that is picked is kept in the folder of the paper, and in no setting of the user's.
  await window.file("introduction.tex");
  await window.isRunning();
  await window.command("Citeloom: Choose Method");
  await window.row("More methods").click();
  await row("Extractive").click();
  const settings = path.join(paper, ".vscode/settings.json");
  await until(() => existsSync(settings) && readFileSync(settings, "utf8").includes("extractive"));
  const users = readFileSync(path.join(editor.own, "data/User/settings.json"), "utf8");
  assert.ok(!users.includes("citeloom.method"), users);

  // The cursor is in the introduction; the related work is meant.
  await window.line("section{Introduction}").click();
  await window.command("Citeloom: Write Related Work");
  await window.toast(written).waitFor();
  const words = await window.toast(written).textContent();
  assert.match(words, /for 'Related Work' in sections\/related\.tex/);
  assert.match(words, /extractive/);
  await window.shot("written-from-the-introduction");
  await window.answer(written, "Insert");
  await page.locator(".tab.active", { hasText: "related.tex" }).waitFor();
  await window.line("citeloom:begin").waitFor();
  await window.lens("Write related work").waitFor();

  // Undone: it waits again, and can be inserted again.
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+z");
  await window.line("citeloom:begin").waitFor({ state: "detached" });
  await window.lens("Insert related work").waitFor();
  await window.shot("undone-and-waiting");

  // No model is chosen: a key is of no use, and the text is not lost.
  await window.command("Citeloom: Set API Key");
  await row("OpenAI...").waitFor();
  await window.shot("a-model-is-chosen-first");
  await page.keyboard.press("Escape");

  // The server, then the window, begin anew.
  await window.command("Citeloom: Restart Server");
  await window.lens("Insert related work").waitFor();
  await window.command("Citeloom: Preview Related Work");
  const preview = page.locator(".tab", { hasText: "Preview: Related Work" });
  await preview.waitFor();
  // Which editors are open is kept some time after they are.
  await page.waitForTimeout(12_000);
  await page.reload();
  // Which files were open is kept some time after they are: a reload at once may not know it.
  await window.file("related.tex");
  await window.lens("Insert related work").waitFor({ timeout: 240_000 });
  // The preview is back, where there would be a group without an editor.
  await preview.waitFor();
  assert.equal(await page.locator(".editor-group-container.empty").count(), 0);
  await window.shot("waiting-in-a-new-window");
  await window.command("Citeloom: Insert Related Work");
  await window.line("citeloom:begin").waitFor();
  await window.lens("Write related work").waitFor();
  assert.equal(readdirSync(path.join(data, "waiting")).length, 1);
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("citeloom:end"));
  await clear();

  // A draft without the section: what can be done is asked, and done.
  writeFileSync(related, "% !TEX root = ../main.tex\n");
  await window.file("introduction.tex");
  await window.command("Citeloom: Write Related Work");
  await row('Add a Section "Related Work" after "Introduction"').waitFor();
  await window.shot("no-section");
  await row('Add a Section "Related Work" after "Introduction"').click();
  await page.locator(".tab.active", { hasText: "main.tex" }).waitFor();
  await window.told(/for 'Related Work' in main\.tex/);
  await window.line("section{Related Work}").waitFor();
  await window.shot("section-added");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}
