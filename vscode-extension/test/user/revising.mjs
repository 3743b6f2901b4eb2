// A user's way with a written text: a sentence whose abstract was corrected is rewritten where it
// stands, seen, accepted, undone; others are tried again, closed, rejected, left by a reload; the
// sentences of two files are rewritten at once.
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

const accept = window.lens("Accept");
const gone = () => accept.waitFor({ state: "detached" });

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
  await window.act("Rewrite from its changed source", "stale");

  // What mends it is first, of four; the new words stand in the sentence, and not in the file.
  await accept.waitFor();
  await window.shot("rewriting");
  assert.equal(text(), standing);
  await focused("ge2021baco");
  await page.keyboard.press("Control+Enter");
  await gone();
  await window.line("one sentence").waitFor();
  await stale.waitFor({ state: "detached" });
  await window.shot("accepted");
  await saved((now) => now.includes("generating one sentence"));
  const rest = (all) => all.split("\n").filter((line) => !/ge2021baco|citeloom:/.test(line));
  assert.deepEqual(rest(text()), rest(standing));

  // One undo brings back what stood there.
  await page.keyboard.press("Control+z");
  await saved((now) => now === standing);
  await stale.waitFor();

  // Other words: tried again, gone back, closed and had again, and rejected.
  await begin("wadden2020fact");
  await window.act("Rewrite", "menu");
  await accept.waitFor();
  await window.shot("other-words");
  await window.lens("Try again").click();
  await window.lens("2/2").waitFor();
  await window.shot("tried-again");
  await focused("wadden2020fact");
  await page.keyboard.press("Escape");
  await gone();
  await window.lens("Show rewrite").click();
  await accept.waitFor();
  await focused("wadden2020fact");
  await page.keyboard.press("Control+Shift+Backspace");
  await gone();
  await window.lens("Show rewrite").waitFor({ state: "detached" });
  await saved((now) => now === standing);

  // A window that is loaded again in the middle offers what was not decided.
  await begin("luu2021explaining");
  await window.act("Compare with…");
  const papers = page.locator(".quick-input-list .monaco-list-row");
  await papers.nth(1).waitFor();
  await window.shot("compare-with");
  await papers.first().click();
  await accept.waitFor();
  // The browser keeps what an extension remembers a moment later.
  await page.waitForTimeout(2000);
  await page.reload();
  await window.isRunning();
  await window.answer("was neither accepted nor rejected when the window closed", "Show it again");
  await accept.waitFor();
  await window.shot("after-a-reload");
  await accept.click();
  await gone();
  await saved((now) => now.includes("While \\citet{luu2021explaining}"));

  const compared = text();

  // Two files are revised at once: both are shown, and both are inserted.
  const [id] = /(?<=citeloom:begin )\w+/.exec(compared);
  const records = path.join(paper, ".citeloom");
  const record = readFileSync(path.join(records, `${id}.json`), "utf8");
  writeFileSync(path.join(records, "0123456789.json"), record.replaceAll(id, "0123456789"));
  const more = path.join(paper, "sections/more.tex");
  writeFileSync(more, compared.replaceAll(id, "0123456789").replace("Related Work", "More Work"));
  const main = path.join(paper, "main.tex");
  const draft = readFileSync(main, "utf8");
  writeFileSync(main, draft.replace("\\input{sections/related}", "$&\n\\input{sections/more}"));
  await begin("ge2021baco");
  await window.act("More…");
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: "Rewrite all sentences" })
    .first()
    .click();
  const both = page.locator(".tab.active", { hasText: "proposed changes" });
  await both.waitFor();
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

/** Has the editor's focus on a line, as its keys want it. */
async function focused(words) {
  await begin(words);
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
