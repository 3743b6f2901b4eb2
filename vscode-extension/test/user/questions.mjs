// What waits for an answer, from Restricted Mode on; then what a newcomer looks at: the
// hover of a key, the preview and its sources, the graph of the draft. All in one window.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { exampleOf, startExample } from "./example.mjs";

const here = exampleOf("questions");
const { folder, paper } = here;
// A sentence with two citations, one of them of a paper without an abstract.
const introduction = path.join(paper, "sections/introduction.tex");
const more = "\nOthers wait \\cite{bare2001,li2024chatcite}.\n";
writeFileSync(introduction, readFileSync(introduction, "utf8") + more);
const bib = path.join(paper, "references.bib");
const entry = "\n@article{bare2001, title = {A Bare Paper}, author = {Bare, Bo}, year = 2001}\n";
writeFileSync(bib, readFileSync(bib, "utf8") + entry);

const { editor, browser, window, page } = await startExample(
  here,
  {},
  {
    settings: { "citeloom.fetch": "ask" },
    flags: [],
  },
);
const graph = page.frameLocator("iframe.webview").frameLocator("#active-frame");
const asks = window.status("Citeloom asks");
const question = "your draft is not";
const sidebar = page.locator(".part.sidebar");
const row = (text) => sidebar.locator(".monaco-list-row", { hasText: text }).first();

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.status("Restricted Mode").waitFor();

  // A question that is closed waits where it can be seen, in a folder that is not trusted too.
  await closed(question);
  await asks.waitFor();
  await openView();
  await row("With an Abstract").waitFor();
  await window.shot("question-waits");
  await window.command("Workspaces: Manage Workspace Trust");
  await page
    .locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" })
    .first()
    .click();
  await window.status("Restricted Mode").waitFor({ state: "detached" });

  // Right after trusting the server is another one: its question waits, too.
  await window.file("related.tex");
  await closed(question);
  await window.shot("after-trusting");
  await asks.click();
  await window.toast(question).waitFor();
  await closed(question);
  await asks.click();
  await window.answer(question, "Not now");
  await asks.waitFor({ state: "hidden" });

  await window.file("introduction.tex");
  await window.line("citep").click();
  await page.keyboard.press("Control+End");
  await window.line("Others wait").waitFor();

  // Who is cited beside a paper has a name, and a link fetches what is missing.
  await window.hover("bare2001", "A Bare Paper");
  const hover = page.locator(".monaco-hover:visible", { hasText: "A Bare Paper" }).first();
  const words = await hover.textContent();
  assert.match(words, /Others wait \(Bare, 2001; Li et al\., 2024\)/);
  assert.doesNotMatch(words, /\[@/);
  await window.shot("hover");
  await hover.locator("a", { hasText: "Fetch its abstract" }).click();
  await window.toast(/cannot be reached|has not|No abstract|abstract/).waitFor();
  await window.shot("fetched");
  await window.command("Notifications: Clear All Notifications");

  await window.command("Citeloom: Show Graph");
  await graph.locator(".node").first().waitFor();
  const own = await graph.locator("#count").textContent();
  await window.command("View: Close Editor");

  // From a source back into the draft.
  await window.file("related.tex");
  await window.command("Citeloom: Write Related Work");
  await window.answer("Related work written", "Preview");
  const preview = window.webview();
  await preview.locator(".text").nth(1).hover();
  await preview.locator(".sources:visible .key").first().click();
  await page.locator(".tab.active", { hasText: "references.bib" }).waitFor();
  await preview.locator(".insert").first().click();
  await page.locator(".tab.active", { hasText: "related.tex" }).waitFor();
  await window.line("citeloom:begin").waitFor();
  await window.status(/^Ln [2-6], Col 1/).waitFor();
  assert.equal(await page.locator(".notification-toast .codicon-error").count(), 0);
  await window.shot("inserted");

  // What was written for the author does not count as cited together by the author.
  await window.command("Citeloom: Show Graph");
  await graph.locator(".node").first().waitFor();
  await window.shot("graph");
  assert.equal(await graph.locator("#count").textContent(), own);

  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/** Opens the view of the references. */
async function openView() {
  const icon = page.locator(".activitybar .action-label[aria-label^='Citeloom']").first();
  await icon.click({ force: true });
}

/** Closes a notification, as somebody does who is busy. */
async function closed(text) {
  const toast = window.toast(text);
  await toast.waitFor({ timeout: 240_000 });
  await toast.hover();
  await toast.locator(".codicon-notifications-clear").click();
  await toast.waitFor({ state: "detached" });
}
