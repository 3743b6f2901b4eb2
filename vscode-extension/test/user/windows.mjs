// Two windows on one project: what one writes and saves, the other sees, and nothing is lost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { until, Window } from "./editor.mjs";
import { exampleOf, startExample } from "./example.mjs";

const here = exampleOf("windows");
const { folder, paper } = here;
const related = path.join(paper, "sections/related.tex");
const { editor, browser, window, page } = await startExample(here);
const beside = new Window(await browser.newPage(), window.folder);

try {
  for (const one of [window, beside]) {
    await one.page.bringToFront();
    await one.open(editor.base, paper);
    await one.file("related.tex");
    await one.lens("Write related work").waitFor();
  }
  await page.bringToFront();
  await window.lens("Write related work").click();
  await window.answer("Related work is written", "Insert");
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("citeloom:end"));
  const written = readFileSync(related, "utf8");

  // The other window has the text, knows it for Citeloom's, and can be written in.
  await beside.page.bringToFront();
  await beside.line("citeloom:begin").click();
  await beside.page.keyboard.press("Control+Home");
  await beside.page.keyboard.type("% mine");
  await beside.page.keyboard.press("Enter");
  await beside.page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8") === `% mine\n${written}`);
  beside.shots = window.shots;
  await beside.shot("other-window");

  await page.bringToFront();
  await window.line("% mine").waitFor();
  window.shots = beside.shots;
  await window.shot("first-window");
  for (const one of [window, beside]) {
    assert.equal(await one.page.locator(".notification-toast .codicon-error").count(), 0);
  }
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}
