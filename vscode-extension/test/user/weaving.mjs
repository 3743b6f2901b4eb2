// A user's way with a related work of their own: a paper that is ticked is woven into a paragraph,
// of which no word changes; a text that a newer one has replaced is had again.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { exampleOf, startExample } from "./example.mjs";

const made = exampleOf("weaving");
const { paper, folder } = made;
const related = path.join(paper, "sections/related.tex");
const own = "Agents plan, read and write \\citep{li2024chatcite}, and nobody asks them why.";
writeFileSync(related, `% !TEX root = ../main.tex\n\\section{Related Work}\n\n${own}\n`);
// A method of the laboratory, which has no row of its own.
mkdirSync(path.join(paper, ".vscode"));
writeFileSync(path.join(paper, ".vscode/settings.json"), '{ "citeloom.method": "lexrank" }');
const { editor, browser, window, page } = await startExample(made);
const written = "Related work written";

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.isRunning();
  // Half of the window: the new sentence is to be read there, too.
  await window.command("View: New Editor Group to the Right");
  await window.line("Agents plan").click();
  await window.act("Weave in…", "actions");
  const paperRow = window.row("ge2021baco");
  await paperRow.waitFor();
  // None is ticked before its author ticks it.
  await page.locator(".quick-input-count", { hasText: /^0 / }).first().waitFor();
  await paperRow.click();
  await window.shot("ticked");
  await page.keyboard.press("Enter");
  await window.lens("Accept").waitFor();
  const [box, editorWidth] = await page.evaluate(widths);
  assert.ok(box > 300 && box <= editorWidth, `a box of ${box} pixels in ${editorWidth}`);
  await window.shot("woven");
  await window.lens("Accept").click();
  await window.line("ge2021baco").waitFor();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("\\citet{ge2021baco}"));
  assert.ok(readFileSync(related, "utf8").includes(own));

  // A newer text takes the place of the one that waits, which is in the list of those before it.
  await window.lens("Write related work").click();
  await window.toast(written).waitFor();
  await window.command("Notifications: Clear All Notifications");
  await window.command("Citeloom: Choose Method");
  await window.row("More methods").click();
  await window.row("Extractive").click();
  await window.answer("Extractive", "Write now");
  await window.toast(`${written} (extractive`).waitFor();
  await window.command("Notifications: Clear All Notifications");
  await window.command("Citeloom: Earlier Texts");
  await window.row("lexrank").waitFor();
  await window.shot("earlier-texts");
  await window.row("lexrank").click();
  await window.command("Citeloom: Preview Related Work");
  await window.webview().getByText("lexrank").first().waitFor();
  // Once it is in the draft, its preview takes no room any more.
  await window.lens("Insert related work").click();
  await page.locator(".tab", { hasText: "Preview: Related Work" }).waitFor({ state: "detached" });
  await window.shot("inserted");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/** How wide the box of the new sentence is, and the lines of its editor. */
function widths() {
  const boxes = [...document.querySelectorAll(".view-line span")]
    .map((one) => getComputedStyle(one, "::after"))
    .filter(({ position }) => position === "absolute");
  const lines = document.querySelector(".view-lines").getBoundingClientRect();
  return [Math.max(0, ...boxes.map(({ width }) => Number.parseFloat(width))), lines.width];
}
