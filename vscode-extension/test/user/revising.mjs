// A user's way with a written text whose references change: a corrected abstract marks one sentence,
// which is rewritten, seen before it is inserted, and undone; then two papers are compared, a paragraph is told from
// another point of view, and the sentences of two files are rewritten at once.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { exampleOf, startExample, writeExample } from "./example.mjs";

const made = exampleOf("revising");
const { paper, folder } = made;
const { related, data } = writeExample(made, "extractive");
const standing = readFileSync(related, "utf8");
assert.ok(standing.includes("generating a short text"), standing);

const { editor, browser, window, page } = await startExample(made, data);
const text = () => readFileSync(related, "utf8");
const stale = page.locator(".monaco-editor .squiggly-warning").first();

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.isRunning();
  await begin("ge2021baco");

  // The abstract is corrected, and the sentence that stood on it is marked.
  const bib = path.join(paper, "references.bib");
  const entries = readFileSync(bib, "utf8");
  assert.equal(entries.split("generating a short text").length, 2);
  writeFileSync(bib, entries.replace("generating a short text", "generating one sentence"));
  await stale.waitFor();
  await window.act("Rewrite this sentence from its sources as they are now", "stale");

  // Shown before it is inserted.
  await window.answer("1 sentence rewritten from changed sources", "Preview");
  const difference = page.locator(".tab.active", { hasText: "as it would be" });
  await difference.waitFor();
  await window.line("one sentence").waitFor();
  await window.lens("Insert").waitFor();
  await window.shot("difference");
  assert.equal(text(), standing);
  await window.lens("Insert").click();
  await difference.waitFor({ state: "detached" });
  await window.line("one sentence").waitFor();
  await window.ledTo("ge2021baco");
  await stale.waitFor({ state: "detached" });
  await window.shot("rewritten");
  await saved((now) => now.includes("generating one sentence"));
  const rest = (all) => all.split("\n").filter((line) => !/ge2021baco|citeloom:/.test(line));
  assert.deepEqual(rest(text()), rest(standing));

  // One undo brings back what stood there.
  await page.keyboard.press("Control+z");
  await saved((now) => now === standing);
  await stale.waitFor();

  // What is done with a paragraph waits, too.
  await begin("luu2021explaining");
  await window.act("Compare this paper with that of the next sentence", "menu");
  await window.answer("compare this paper with that of the next sentence", "Insert");
  await saved((now) => now.includes("While \\citet{luu2021explaining}"));
  await window.shot("compared");

  // A paragraph is told from another point of view, for which its author is asked.
  const compared = text();
  await begin("li2024chatcite");
  await window.act("Tell this paragraph from another point of view", "theme");
  const theme = page.locator(".quick-input-widget input:visible").first();
  await theme.fill("evaluation");
  await theme.press("Enter");
  await window.answer("from the point of view of “evaluation”", "Insert");
  await saved((now) => now.includes("on three benchmark datasets"));
  await page.keyboard.press("Control+z");
  await saved((now) => now === compared);

  // Two files are revised at once: both are shown, and both are inserted.
  const [id] = /(?<=citeloom:begin )\w+/.exec(standing);
  const records = path.join(paper, ".citeloom");
  const record = readFileSync(path.join(records, `${id}.json`), "utf8");
  writeFileSync(path.join(records, "0123456789.json"), record.replaceAll(id, "0123456789"));
  const more = path.join(paper, "sections/more.tex");
  writeFileSync(more, standing.replaceAll(id, "0123456789").replace("Related Work", "More Work"));
  const main = path.join(paper, "main.tex");
  const draft = readFileSync(main, "utf8");
  writeFileSync(main, draft.replace("\\input{sections/related}", "$&\n\\input{sections/more}"));
  await begin("ge2021baco");
  await window.act("Rewrite all sentences whose sources have changed", "all");
  await window.answer("2 sentences rewritten", "Preview");
  const both = page.locator(".tab.active", { hasText: "as these files would be" });
  await both.waitFor();
  await window.line("one sentence").waitFor();
  const actions = page.locator(".editor-actions");
  const insert = actions.getByRole("button", { name: "Insert", exact: true });
  await insert.waitFor();
  await window.shot("both-files");
  await insert.click();
  await both.waitFor({ state: "detached" });
  await window.file("more.tex");
  await saved(() => readFileSync(more, "utf8").includes("one sentence"));
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/** Puts the cursor at the beginning of a line of the text, which may be below what is seen. */
async function begin(words) {
  const number =
    text()
      .split("\n")
      .findIndex((line) => line.includes(words)) + 1;
  const found = page.locator(".quick-input-list .monaco-list-row", { hasText: `line ${number}` });
  await window.picked("Control+p", `:${number}`, found);
  await window.line(words).waitFor();
}

/** Saves until the file is as it should be. */
async function saved(isSo) {
  await until(async () => {
    // A line in the middle of what is seen, wherever that is.
    await page.locator(".monaco-editor .view-line").nth(8).click();
    await page.keyboard.press("Control+s");
    return isSo(text());
  }, "the file is as it should be");
}
