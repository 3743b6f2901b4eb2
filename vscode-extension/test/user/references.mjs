// A user's way through the view of the references: states, places, entries.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { newcomer, startBrowser, startEditor, until, Window } from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "citeloom references "));
const shots = path.join(process.env.CITELOOM_SHOTS ?? folder, "references");
const paper = path.join(folder, "paper");
const home = path.join(folder, "home");
mkdirSync(home);
cpSync(path.join(here, "../examples"), paper, { recursive: true });

// One key that no .bib has, one entry that nothing cites, one without an abstract.
const introduction = path.join(paper, "sections/introduction.tex");
writeFileSync(
  introduction,
  `${readFileSync(introduction, "utf8")}\nOthers wait \\cite{nobody1900,bare2001}.\n`,
);
const bib = path.join(paper, "references.bib");
const more = `
@article{spare2020, title = {A Spare Paper on Gardens}, author = {Spare, Ann}, year = 2020,
  keywords = {gardens}, doi = {10.1000/spare}}
@article{bare2001, title = {A Bare Paper}, author = {Bare, Bo}, year = 2001}
`;
writeFileSync(bib, readFileSync(bib, "utf8") + more);

const editor = await startEditor({
  folder,
  extensions: [path.join(here, "dist/citeloom.vsix")],
  settings: {
    "citeloom.server.path": process.env.CITELOOM_PYTHON,
    "citeloom.fetch": "off",
  },
  flags: ["--disable-workspace-trust"],
  env: newcomer(home, "/usr/bin:/bin"),
});
const browser = await startBrowser(folder);
const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);
const { page } = window;
const view = page.locator(".pane", { hasText: "References" }).last();
const row = (text) => view.locator(".monaco-list-row", { hasText: text }).first();

/** Opens a row, once more where the tree was drawn anew at that moment. */
async function unfold(text, child) {
  const shut = row(text).locator(".monaco-tl-twistie.collapsed");
  await until(async () => {
    if (await row(child).isVisible()) return true;
    if (await shut.isVisible()) await shut.click();
    return false;
  }, `${text} is open`);
}

try {
  await window.open(editor.base, paper);
  await window.file("introduction.tex");
  await page.locator(".activitybar .action-label[aria-label^='Citeloom']").first().click();
  await row("Not in the .bib").waitFor({ timeout: 240_000 });
  assert.match(await row("nobody1900").textContent(), /nobody1900/);
  await row("Without an Abstract").waitFor();
  await row("bare2001").waitFor();
  await window.shot("by-state");

  await row("li2024chatcite").hover();
  await page.locator(".monaco-hover:visible", { hasText: "Abstract from" }).first().waitFor();
  await window.shot("hover");
  await row("li2024chatcite").click();
  await page.locator(".tab.active", { hasText: "references.bib" }).waitFor();
  await window.line("li2024chatcite").waitFor();
  await window.shot("entry");

  await unfold("nobody1900", "introduction.tex:");
  await row("introduction.tex:").click();
  await page.locator(".tab.active", { hasText: "introduction.tex" }).waitFor();
  await window.status(/^Ln 40, Col 29/).waitFor();
  await window.shot("place");

  await unfold("Not Cited", "spare2020");
  await row("spare2020").click({ button: "right" });
  const menu = page.locator(".monaco-menu:visible");
  await menu.locator(".action-label", { hasText: "Open DOI" }).first().waitFor();
  await window.shot("menu");
  await page.keyboard.press("Escape");

  // What the author writes is seen at the next pause.
  await window.file("introduction.tex");
  await window.line("Others wait").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("And \\cite{spare2020}.");
  // What is cited has places to unfold.
  await row("spare2020").locator(".monaco-tl-twistie.collapsible").waitFor();
  await window.shot("cited-now");

  await window.command("Preferences: Toggle between Light/Dark Themes");
  await page.locator(".monaco-workbench.vs-dark").waitFor();
  await window.shot("dark");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}
