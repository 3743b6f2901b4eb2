// A user's way with suggested references: looked for, cited in both files, undone, dismissed for good.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { happened, until } from "./editor.mjs";
import { exampleOf, startExample } from "./example.mjs";

const CORPUS = [
  {
    title: "LitLLM: A Toolkit for Scientific Literature Review",
    authors: ["Shubham Agarwal", "Issam H. Laradji", "Laurent Charlin", "Christopher Pal"],
    year: 2024,
    arxiv: "2402.01788",
    abstract:
      "Conducting literature reviews for scientific papers is essential for understanding research, " +
      "its limitations, and building on existing work. It is a tedious task which makes an automatic " +
      "literature review generator appealing. Many existing works that generate such reviews using " +
      "language models tend to hallucinate and ignore the latest research.",
  },
  {
    title: "TextRank: Bringing Order into Text",
    authors: ["Rada Mihalcea", "Paul Tarau"],
    year: 2004,
    venue: "Proceedings of EMNLP 2004",
    abstract:
      "In this paper, we introduce TextRank, a graph-based ranking model for text processing, and " +
      "show how this model can be successfully used in natural language applications.",
  },
  {
    title: "Text Summarization with Pretrained Encoders",
    authors: ["Yang Liu", "Mirella Lapata"],
    year: 2019,
    venue: "Proceedings of EMNLP-IJCNLP 2019",
    abstract:
      "BERT represents the latest incarnation of pretrained language models. We showcase how it can " +
      "be usefully applied in text summarization, for both extractive and abstractive models.",
  },
];
const SENTENCE = "A toolkit for scientific literature review may hallucinate.";
const LITLLM = "LitLLM";
const TEXTRANK = "TextRank";
const PRETRAINED = "Text Summarization with Pretrained";

const example = exampleOf("suggestions");
const { folder, paper, home } = example;
const introduction = path.join(paper, "sections/introduction.tex");
appendFileSync(introduction, `\n${SENTENCE}\n`);
const bib = path.join(paper, "references.bib");
const entries = readFileSync(bib, "utf8");

// A corpus of a few papers; the network is never asked.
const dump = path.join(folder, "papers.jsonl");
writeFileSync(dump, CORPUS.map((record) => `${JSON.stringify(record)}\n`).join(""));
const own = { CITELOOM_DATA: path.join(home, "data") };
const built = spawnSync(process.env.CITELOOM_PYTHON, ["-m", "citeloom", "corpus", "build", dump], {
  env: { ...process.env, ...own },
  encoding: "utf8",
});
assert.equal(built.status, 0, built.stderr);

const { editor, browser, window, page } = await startExample(example, own);
const view = page.locator(".pane", { hasText: "References" }).last();
const row = (text) => view.locator(".monaco-list-row", { hasText: text }).first();
const title = (label) =>
  page.locator(`.part.sidebar a.action-label[aria-label^="${label}"]:visible`).first();
const action = (text, label) => row(text).locator(`a.action-label[aria-label^="${label}"]`).first();
const isOnDisk = (file, text) => until(() => readFileSync(file, "utf8").includes(text));

try {
  await window.open(editor.base, paper);
  await window.file("introduction.tex");
  await page.locator(".activitybar .action-label[aria-label^='Citeloom']").first().click();
  await row("With an Abstract").waitFor({ timeout: 240_000 });
  assert.equal(await row("Suggested").count(), 0);

  // The list for the draft: why each fits, and who was not asked.
  await title("Suggest References").click();
  await row(LITLLM).waitFor();
  await row(TEXTRANK).waitFor();
  await row("Search Semantic Scholar").waitFor();
  await row(LITLLM).hover();
  await page.locator(".monaco-hover:visible", { hasText: "For your sentence" }).first().waitFor();
  await window.shot("suggested");
  assert.match(await row(LITLLM).textContent(), /Agarwal et al\. 2024/);

  // Cited at its sentence: the entry is saved, the text is the author's to save.
  await does(LITLLM, "Cite");
  await page.locator(".tab.active.dirty", { hasText: "introduction.tex" }).waitFor();
  await window.line("hallucinate").waitFor();
  await row(/^Suggested2/).waitFor();
  await isOnDisk(bib, LITLLM);
  await page.mouse.move(900, 600);
  await page.locator(".monaco-hover:visible").waitFor({ state: "detached" });
  await window.shot("cited");
  const after = readFileSync(bib, "utf8");
  assert.ok(after.startsWith(entries.trimEnd()), "the other entries are as they were");
  const [, key] = /@\w+\{(agarwal\w+),/.exec(after);
  await page.keyboard.press("Control+s");
  const cited = `${SENTENCE.slice(0, -1)} \\citep{${key}}.`;
  await isOnDisk(introduction, cited);

  // One undo takes back both.
  await window.line("hallucinate").click();
  await page.keyboard.press("Control+z");
  await page.locator(".tab.dirty", { hasText: "references.bib" }).waitFor();
  await window.line(SENTENCE).waitFor();
  await window.shot("undone");
  await window.command("File: Save All Files");
  await until(() => readFileSync(bib, "utf8") === entries);
  assert.ok(readFileSync(introduction, "utf8").endsWith(`\n${SENTENCE}\n`));

  // The same by code actions, with the .bib closed.
  await window.command("View: Close Other Editors in Group");
  await window.line(SENTENCE).click();
  await window.act("Find a paper for this");
  await row(LITLLM).waitFor();
  await window.line(SENTENCE).click();
  await window.act("Cite Agarwal et al. (2024)", "actions");
  await isOnDisk(bib, LITLLM);
  await page.keyboard.press("Control+s");
  await isOnDisk(introduction, cited);

  await row(/^Suggested2/).waitFor();

  // One that is dismissed stays away.
  await does(TEXTRANK, "Do Not Suggest Again", (timeout) =>
    row(TEXTRANK).waitFor({ state: "detached", timeout }),
  );
  assert.equal(await action(PRETRAINED, "Go to the Sentence").count(), 1);
  await window.command("Citeloom: Suggest References");
  // Of the whole draft no sentence is about it.
  await action(PRETRAINED, "Go to the Sentence").waitFor({ state: "detached" });
  assert.equal(await row(TEXTRANK).count(), 0);
  assert.match(await row("Suggested").textContent(), /1$/);
  await window.shot("dismissed");

  // One that belongs to no sentence is cited where the author says.
  await does(PRETRAINED, "Cite");
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.filter({ hasText: "At the Sentence Where the Cursor Is" }).waitFor();
  await window.shot("where");
  await rows.filter({ hasText: "As a .bib Entry Only" }).click();
  await window.told("no sentence cites it yet");
  await isOnDisk(bib, PRETRAINED);

  // Keys while they are typed: who, when and what on every row.
  await window.line("hallucinate").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Others agree \\citep{");
  await page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
  await page.waitForTimeout(500);
  await window.shot("keys");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/**
 * Clicks on an action of a row: it is there while the row, which may still move, is pointed at.
 * A click on a row that is drawn anew meanwhile does nothing: `done` tells whether it did.
 */
async function does(text, label, done = async () => {}) {
  for (let tries = 0; tries < 6; tries++) {
    await row(text).hover();
    if (!(await happened(action(text, label).click({ timeout: 5_000 })))) continue;
    if (await happened(done(15_000))) return;
  }
  throw new Error(`${text} has no "${label}"`);
}
