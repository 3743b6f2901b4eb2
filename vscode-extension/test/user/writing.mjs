// A user's way through writing: which method, which papers, what may be sent, two versions with
// their sources, a source that is not in the .bib, two jobs and a failure.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { newcomer, startBrowser, startEditor, Window } from "./editor.mjs";

const STORING = `
import sys
from pathlib import Path
from citeloom.papers.paper import Paper
from citeloom.papers.store.store import Store
abstract = "We introduce LexRank, which ranks sentences by how central they are in a graph."
title = "LexRank: Graph-based Lexical Centrality as Salience in Text Summarization"
paper = Paper("doi:10.1613/jair.1523", title=title, doi="10.1613/jair.1523", abstract=abstract,
    sources=dict.fromkeys(("title", "doi", "abstract"), "crossref"))
with Store.open(Path(sys.argv[1], "papers.sqlite")) as store:
    store.put([paper])
`;
const here = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "citeloom writing "));
const shots = path.join(process.env.CITELOOM_SHOTS ?? folder, "writing");
const paper = path.join(folder, "paper");
const home = path.join(folder, "home");
mkdirSync(home);
cpSync(path.join(here, "../examples"), paper, { recursive: true });

// An abstract that a service has told of, and this .bib has not; one that nobody knows.
const data = path.join(home, "data");
const known = spawnSync(process.env.CITELOOM_PYTHON, ["-c", STORING, data], { encoding: "utf8" });
assert.equal(known.status, 0, known.stderr);
appendFileSync(path.join(paper, "sections/method.tex"), "\nSee \\cite{hoang2010towards}.\n");

// A model that is not on this machine, and that nobody can reach from here.
const config = path.join(home, "config.toml");
const model = ['provider = "custom"', 'address = "https://model.example.org/v1"', 'name = "tall"'];
const prices = ["input_price = 2.0", "output_price = 8.0", 'currency = "EUR"'];
writeFileSync(config, ["[model]", ...model, ...prices].join("\n"));

const editor = await startEditor({
  folder,
  extensions: [path.join(here, "dist/citeloom.vsix")],
  settings: {
    "citeloom.server.path": process.env.CITELOOM_PYTHON,
    "citeloom.fetch": "off",
    "citeloom.alternatives": 1,
    "window.dialogStyle": "custom",
  },
  flags: ["--disable-workspace-trust"],
  env: { ...newcomer(home, "/usr/bin:/bin"), CITELOOM_CONFIG: config, CITELOOM_DATA: data },
});
const browser = await startBrowser(folder);
const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);
const { page } = window;
const pick = (text) =>
  page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
const dialog = page.locator(".monaco-dialog-box");
const button = (name) => dialog.getByRole("button", { name }).first();
const clear = () => window.command("Notifications: Clear All Notifications");

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.lens("Write related work").waitFor({ timeout: 240_000 });

  // Which papers: those that are cited, less one.
  await window.command("Citeloom: Write About Chosen References");
  await pick("References of the Draft").click();
  await page.locator(".quick-input-title", { hasText: "Papers to Write About" }).waitFor();
  await page.locator(".quick-input-widget input[type=text]").first().fill("wadden2020fact");
  await pick("wadden2020fact").click();
  await window.shot("papers");
  await page.keyboard.press("Enter");
  const toast = window.toast("Related work written");
  await toast.getByRole("button", { name: "Preview" }).hover();
  await window.shot("written");

  // Two versions side by side, each sentence with its sources.
  await toast.getByRole("button", { name: "Preview" }).click();
  const preview = window.webview();
  await preview.locator("article").nth(1).waitFor();
  assert.equal(await preview.locator("article").count(), 2);
  // The .bib has no abstract of LexRank.
  const links = preview.locator("article").first().locator(".text[role=link]");
  const sentence = links.filter({ hasNotText: "LexRank" }).first();
  await sentence.hover();
  await preview.locator(".sources:visible").first().waitFor();
  await window.shot("preview");
  await page.mouse.move(2, 2);
  await sentence.focus();
  await page.keyboard.press("Enter");
  await page.locator(".tab", { hasText: "references.bib" }).waitFor();
  await page.locator("[class*='ced-']").first().waitFor();
  await window.shot("source");

  // A source that the .bib does not have is shown beside it.
  await preview.locator('.cite[data-key="erkan2004lexrank"]').first().click();
  await page.locator(".tab.active", { hasText: "abstract" }).waitFor();
  await window.line("ranks").waitFor();
  const shown = preview.locator(".sources:visible").first();
  const wide = await preview.locator("body").evaluate((body) => body.clientWidth);
  const ends = await shown.evaluate((one) => one.getBoundingClientRect().right);
  assert.ok(ends <= wide, `sources end at ${ends} of ${wide}`);
  await window.shot("abstract");

  // What stands above the text when the draft has changed since.
  await window.file("main.tex");
  await window.line("begin{abstract}").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" We write.");
  await window.command("Citeloom: Preview Related Work");
  await preview.locator(".warning").first().waitFor();
  await window.press("Control+b", ".sidebar.left.hidden, .nosidebar");
  await window.shot("changed-since");
  await window.command("Preferences: Toggle between Light/Dark Themes");
  await window.shot("preview-other-theme");
  await window.command("Preferences: Toggle between Light/Dark Themes");
  await window.command("Citeloom: Discard Related Work");
  await pick("extractive").click();
  await page.locator(".tab", { hasText: "Preview: Related Work" }).waitFor({ state: "detached" });

  // Which method, at what cost.
  await window.command("Citeloom: Choose Method");
  await window.row("Thorough").waitFor();
  // Three ways: what each takes for this draft, and why the second is by that method.
  await window.shot("ways");
  await window.row("More methods").click();
  await pick("CKMA").waitFor();
  assert.match(
    await pick("CKMA").textContent(),
    /calls, about .* tokens, about .* EUR, .* s to .* min, by tall at/,
  );
  await window.shot("methods");
  await page.locator(".quick-input-widget input:visible").fill("ChatCite");
  await pick("ChatCite").click();

  // What may be sent: a look first, then no, then yes, which fails here and can be tried again.
  await clear();
  await window.file("related.tex");
  await window.lens("Write related work").click();
  await button("Show what is sent").waitFor();
  await window.shot("may-be-sent");
  await button("Show what is sent").click();
  const again = window.toast("Send this to tall");
  await again.waitFor();
  await framed("What chatcite would send");
  await window.shot("what-is-sent");
  await again.getByRole("button", { name: "Not now" }).click();
  await window.file("related.tex");
  await window.lens("Write related work").click();
  await button("Send").waitFor();
  await button("Send").click();
  await window.status(/Citeloom: ./).waitFor();
  await window.shot("progress");
  const failed = window.toast(/Writing related work for .* failed/);
  await failed.waitFor({ timeout: 240_000 });
  await failed.getByRole("button", { name: /^Try [Aa]gain/ }).waitFor();
  await window.shot("try-again");
  await window.command("Citeloom: Restart Server");
  await window.lens("Write related work").waitFor();
  await failed.getByRole("button", { name: /^Try [Aa]gain/ }).click();
  await window.toast("restarted after you asked: nothing was done").waitFor();
  assert.equal(readFileSync(config, "utf8").includes("agreed"), false);
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/** Waits until a document inside the page, whichever it is, shows a text. */
async function framed(text) {
  for (let tries = 0; tries < 300; tries++) {
    for (const frame of page.frames()) {
      // A frame may go while it is looked at.
      const seen = await frame
        .getByText(text)
        .count()
        .catch(() => 0);
      if (seen) return;
    }
    await page.waitForTimeout(200);
  }
  throw new Error(`nothing shows ${text}`);
}
