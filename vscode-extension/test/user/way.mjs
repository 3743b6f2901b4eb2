// A user's way, from the .vsix file to related work in the paper. What each picture has to show is
// said where it is taken; docs/vscode.md is made of them.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import * as path from "node:path";
import { newcomer, ownFolder, startBrowser, startEditor, until, Window } from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");
// Spaces and letters that are not ASCII, as in many users' folders.
const folder = ownFolder("wäy é");
const shots = process.env.CITELOOM_SHOTS ?? path.join(folder, "shots");
const began = Date.now();
const say = (what) => console.log(`${String(Date.now() - began).padStart(6)} ms  ${what}`);

// A new home and a PATH that has a Python without any packages, and nothing else.
const paper = path.join(folder, "my päper");
const home = path.join(folder, "höme");
const bin = path.join(folder, "bin");
for (const one of [home, bin]) mkdirSync(one);
cpSync(path.join(here, "../examples"), paper, { recursive: true });
symlinkSync(process.env.CITELOOM_BARE_PYTHON, path.join(bin, "python3"));

const vsix = path.join(here, "dist/citeloom.vsix");
const editor = await startEditor({
  folder,
  extensions: [vsix],
  flags: ["--disable-workspace-trust"],
  env: newcomer(home, bin),
});
say(`installed (${statSync(vsix).size} bytes), VS Code is up`);
const browser = await startBrowser(folder);
const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);
const { page } = window;
const related = path.join(paper, "sections/related.tex");
const empty = readFileSync(related, "utf8");

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.toast("setting up its server").waitFor();
  say("setting up");
  // The draft is there to be read while the notice says what goes on, how often and how long.
  await window.shot("setting-up");
  await window.lens("Write related work").waitFor({ timeout: 900_000 });
  say("server set up and started");
  await window.toast("setting up its server").waitFor({ state: "hidden" });
  // An empty section with the lens over it; the book in the status bar: it runs.
  await window.shot("open");
  const question = "your draft is not";
  await window.toast(question).waitFor();
  // A short question, before anything is sent.
  await window.shot("question");
  await window.answer(question, "What is sent");
  // To whom, by name; a refusal that is kept.
  await window.answer("but nothing of the draft, to", "Never");
  say("asked whether to fetch, refused");

  await window.file("introduction.tex");
  await window.hover("li2024chatcite", "ChatCite");
  say("hover");
  // Title, authors, what the abstract says, and links.
  await window.shot("hover");
  await page.mouse.move(900, 700);

  await window.file("related.tex");
  await cancelled();
  say("cancelled");
  // The section as it was, and a message that nothing was written.
  await window.shot("cancelled");
  await window.command("Notifications: Clear All Notifications");

  await window.lens("Write related work").click();
  const written = "Related work written";
  await window.toast(written).waitFor();
  await window.lens("Insert related work").waitFor();
  await window.toast("Writing related work").waitFor({ state: "hidden" });
  say("written");
  // What was written by which method, with Insert, Preview and Discard; the lens says so too.
  await window.shot("written");
  await window.answer(written, "Preview");
  const preview = window.webview();
  const sentence = preview.locator(".text").nth(1);
  await sentence.waitFor();
  say("preview");
  await sentence.hover();
  // The paragraphs beside the draft, the sources of the sentence under the pointer.
  await window.shot("preview");
  await preview.locator(".sources:visible .key").first().click();
  await page.locator(".tab.active", { hasText: "references.bib" }).waitFor();
  await page.locator('.monaco-editor [class*="TextEditorDecorationType"]').first().waitFor();
  say("at the source");
  // The entry in the .bib file, with the sentence of its abstract marked.
  await window.shot("source");
  await preview.locator(".insert").first().click();
  await window.line("citeloom:begin").waitFor();
  say("inserted");
  // The paragraphs in the draft, between two marks.
  await window.shot("inserted");
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("citeloom:end"));
  const kept = readdirSync(path.join(paper, ".citeloom")).filter((name) => name.endsWith(".json"));
  assert.equal(kept.length, 1);

  await page.keyboard.press("Control+z");
  await window.line("citeloom:begin").waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8") === empty);
  say("undone");
  // The section is empty again, and the text waits.
  await window.lens("Insert related work").waitFor();
  await window.shot("undone");

  // There is no model whose key it could be: one is chosen first.
  await window.command("Citeloom: Set API Key");
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: "OpenAI..." })
    .first()
    .click();
  const input = page.locator(".quick-input-widget input[type=password]:visible");
  await input.fill("sk-not-a-real-key");
  // The key is not to be read, and the box says where it is kept.
  await window.shot("api-key");
  await page.keyboard.press("Enter");
  await window.toast("API key was saved").waitFor();
  // Nobody can be asked for its models here, which is said.
  await window.toast("api.openai.com cannot be reached").waitFor();
  await window.isRunning();
  await window.lens("Insert related work").waitFor();
  await window.command("Notifications: Clear All Notifications");
  await window.page.locator('.statusbar-item[id^="citeloom"]').first().click();
  await window.row("Show Log").click();
  // The versions of the extension, the server and VS Code, and which Python runs the server.
  await page.locator(".view-line", { hasText: "VS Code" }).first().waitFor();
  await window.shot("versions");
  for (const file of everyFile(paper)) {
    assert.ok(!readFileSync(file, "utf8").includes("sk-not-a-real-key"), file);
  }

  await window.command("Notifications: Clear All Notifications");
  await window.command("Developer: Show Running Extensions");
  const ours = page.locator(".runtime-extensions-editor .extension", { hasText: "Citeloom" });
  await window.scrolledTo(ours, ".runtime-extensions-editor");
  say(`VS Code says: ${(await ours.textContent()).replace(/\s+/g, " ")}`);
  // How long its activation took, as VS Code itself measured it.
  await window.shot("running-extensions");
  await window.command("View: Toggle Primary Side Bar Visibility");
  await window.command("Citeloom: Getting Started");
  await page.locator(".getting-started-step, .step-title").first().waitFor();
  // Four steps from opening a paper to related work in it, the first one open with its picture.
  await window.shot("getting-started");
  await window.press("Control+,", ".settings-editor");
  const method = page.locator(".setting-item", { hasText: "The writing method" }).first();
  await window.typed("@ext:citeloom.citeloom", method);
  // Away from the search, whose suggestions cover what is found.
  await method.locator(".setting-item-description").click();
  await page.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
  // The settings in three groups, each with a description.
  await window.shot("settings");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/** Writes, watches, and cancels in the menu of the status bar; once more, if it was written before the click came. */
async function cancelled() {
  const end = window.toast(/Cancelled: |Related work written/);
  for (let tries = 0; tries < 5; tries++) {
    await window.lens("Write related work").click();
    const writing = window.status(/Citeloom: ./);
    await writing.waitFor();
    if (!tries) {
      say("writing");
      // The stage of the work in the status bar.
      await window.shot("progress");
    }
    // It may be gone already; then what is in its place opens a menu.
    await writing.click({ timeout: 2_000 }).catch(() => {});
    await window
      .row("Cancel: Writing related work")
      .click({ timeout: 2_000 })
      .catch(() => page.keyboard.press("Escape"));
    await end.waitFor();
    if (await window.toast("Cancelled: writing related work").isVisible()) return;
    await page.keyboard.press("Escape");
    await window.answer("Related work written", "Discard");
    await window.command("Notifications: Clear All Notifications");
  }
  throw new Error("it was written five times before it could be cancelled");
}

function everyFile(top) {
  const entries = readdirSync(top, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
