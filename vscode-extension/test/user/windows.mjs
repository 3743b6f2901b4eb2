// Two windows on one project: what one writes and saves, the other sees, and nothing is lost. Then a
// reference that is cited later is woven in, between what stands there; and before all is submitted
// the marks go, and come back by one undo.
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { until, Window } from "./editor.mjs";
import { exampleOf, startExample } from "./example.mjs";

const here = exampleOf("windows");
const { folder, paper } = here;
const related = path.join(paper, "sections/related.tex");
const records = path.join(paper, ".citeloom");
appendFileSync(
  path.join(paper, "references.bib"),
  `
@article{spare2020, title = {A Spare Paper on Related Work}, author = {Spare, Ann}, year = 2020,
  abstract = {We propose a method that writes the related work of a scientific paper. The method
    finds which papers are missing and adds a sentence on each of them.}}
`,
);
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
  await window.answer("Related work written", "Insert");
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("citeloom:end"));
  const written = readFileSync(related, "utf8");

  // The other window has the text, knows it for Citeloom's, and can be written in.
  await beside.page.bringToFront();
  await beside.lens("Write related work").waitFor();
  assert.equal(await beside.lens("Insert related work").count(), 0);
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

  // Another paper is cited: a sentence on it joins the others, of which every letter stays.
  const before = readFileSync(related, "utf8");
  await window.file("introduction.tex");
  // The first keys may come before the file has the focus.
  await window.line("label{sec:introduction}").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Others count spares \\citep{spare2020");
  await page.keyboard.press("Escape");
  await window.line("spare2020").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("ArrowLeft");
  await window.act("Weave 'spare2020' into the related work", "weave");
  // Its author is led from the introduction to where the sentence would stand, and decides there.
  const accept = window.lens("Accept");
  await accept.waitFor();
  await window.shot("woven");
  assert.equal(readFileSync(related, "utf8"), before);
  await accept.click();
  await accept.waitFor({ state: "detached" });
  await window.line("spare2020").waitFor();
  // What was written before does not wait again.
  await page.keyboard.press("Control+Home");
  await window.lens("Write related work").waitFor();
  assert.equal(await window.lens("Replace related work").count(), 0);
  await window.shot("woven-inserted");
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("spare2020"));
  const lines = readFileSync(related, "utf8").split("\n");
  const gone = before.split("\n").filter((line) => !lines.includes(line));
  assert.ok(
    gone.every((line) => /^% citeloom:(begin|end) /.test(line)),
    gone.join("\n"),
  );

  // Stripped, and one undo brings marks and records back.
  await beside.page.close();
  const kept = readdirSync(records).sort();
  assert.ok(
    kept.some((name) => name.endsWith(".json")),
    kept.join(", "),
  );
  await window.command("Citeloom: Strip Marks Before Submission");
  await window.told("Remove Citeloom's marks");
  await window.shot("strip-asks");
  await window.answer("Remove Citeloom's marks", "Strip");
  await window.told("marks were removed from related.tex");
  await window.line("citeloom:begin").waitFor({ state: "detached" });
  await until(
    () => !existsSync(records) || !readdirSync(records).some((name) => name.endsWith(".json")),
  );
  await window.shot("stripped");
  await window.line("section{Related Work}").click();
  await page.keyboard.press("Control+z");
  await window.shot("undoing");
  const dialog = page
    .locator(".monaco-dialog-box")
    .getByRole("button", { name: /Undo in/ })
    .first();
  if (await dialog.isVisible()) await dialog.click();
  await window.line("citeloom:begin").waitFor();
  await until(() => existsSync(records) && readdirSync(records).sort().join() === kept.join());
  await window.shot("undone");
  assert.equal(await page.locator(".notification-toast .codicon-error").count(), 0);
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}
