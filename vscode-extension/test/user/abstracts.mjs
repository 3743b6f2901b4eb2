// A newcomer's way with a .bib file without abstracts: offline without Zotero, offline with it, and with
// services (of this machine). Says how long each way to a text took, and how many clicks.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { ownFolder, startBrowser, startEditor, Window } from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = ownFolder("abstracts");
const shots = path.join(process.env.CITELOOM_SHOTS ?? folder, "abstracts");
const interpreter = process.env.CITELOOM_PYTHON;
const tests = path.join(here, "../tests");
const python = { ...process.env, PYTHONPATH: tests };
const question = "your draft is not";
const written = "Related work written";
let taken = 0;

/** Nobody answers there: this machine is as good as offline. */
const OFFLINE = ["s2", "arxiv", "crossref", "openalex"]
  .map((name) => `${name} = "http://127.0.0.1:9"`)
  .join("\n");

const WAYS = {
  async withoutZotero(window) {
    await window.toast(question).waitFor();
    await window.shot("question");
    await click(window.answer(question, "Not now"));
    await click(window.lens("Write related work").click());
    await window.toast(`${written} (extractive`).waitFor();
    // One sentence that says "from titles alone", and three buttons.
    await window.shot("written");
    assert.match(await window.toast(written).textContent(), /from titles alone/);
    await click(window.answer(written, "Preview"));
    const preview = window.webview();
    await preview.locator(".sentence").first().waitFor();
    // The mark at the head and at the foot.
    await window.shot("preview");
    assert.match(await preview.locator(".warning").first().textContent(), /titles alone/);
    await click(preview.locator(".insert").first().click());
    await window.line("written from titles alone").waitFor();
    await window.shot("inserted");
    await window.lens("0 of").click();
    const count = "cited papers have an abstract";
    await window.toast(count).waitFor();
    // How many, what was tried, and what would bring more.
    await window.shot("abstracts");
    await window.answer(count, "Fetch abstracts");
    const failed = await window.told("No abstract could be fetched");
    assert.match(await failed.textContent(), /is this machine online/);
    await window.shot("offline");
    await window.answer("No abstract could be fetched", "Show log");
    await window.page.locator(".panel .output-view, .panel .output").first().waitFor();
    await window.shot("log");
  },

  async withZotero(window) {
    await window.toast(question).waitFor();
    await click(window.answer(question, "Not now"));
    await click(window.lens("Write related work").click());
    await window.toast(written).waitFor();
    assert.doesNotMatch(await window.toast(written).textContent(), /titles alone/);
    await window.shot("zotero");
    await click(window.answer(written, "Insert"));
    await window.line("written from the papers cited").waitFor();
  },

  async withServices(window) {
    await window.toast(question).waitFor();
    await click(window.answer(question, "Look up"));
    await window.lens("abstracts found").waitFor({ state: "detached" });
    await click(window.lens("Write related work").click());
    await window.toast(written).waitFor();
    assert.doesNotMatch(await window.toast(written).textContent(), /titles alone/);
    await window.shot("services");
    await click(window.answer(written, "Insert"));
    await window.line("written from the papers cited").waitFor();
    await completed(window);
  },
};

/** What services said goes into the .bib: shown as a diff, made, and taken back by one undo. */
async function completed(window) {
  const asked = "of references.bib (";
  await window.file("references.bib");
  await window.command("Complete .bib Entries");
  await window.toast("Complete ").waitFor();
  await window.page.locator(".monaco-diff-editor").first().waitFor();
  await window.shot("completing");
  assert.match(await window.toast("Complete ").textContent(), /\d+ entries of references\.bib \(/);
  await window.answer(asked, "Complete");
  await window.told("Completed ");
  await window.line("abstract = {").waitFor();
  await window.line("abstract = {").click();
  await window.page.keyboard.press("Control+z");
  await window.line("abstract = {").waitFor({ state: "detached" });
}

let clicks = 0;

async function click(act) {
  clicks += 1;
  await act;
}

const browser = await startBrowser(folder);
try {
  for (const [name, way] of Object.entries(WAYS)) await go(name, way);
  console.log("PASSED");
} finally {
  await browser.close();
}

async function go(name, way) {
  const home = path.join(folder, name);
  const config = path.join(home, "config.toml");
  mkdirSync(home);
  const paper = path.join(home, "paper");
  make("paper", paper);
  let serving;
  if (name === "withServices") serving = await serve(config);
  else {
    const zotero = name === "withZotero" ? 'zotero = "auto"\n' : "";
    writeFileSync(config, `${zotero}[services]\n${OFFLINE}\n`);
  }
  if (name === "withZotero") make("zotero", path.join(home, "Zotero"));
  const editor = await startEditor({
    folder: home,
    extensions: [path.join(here, "dist/citeloom.vsix")],
    settings: { "citeloom.server.path": interpreter },
    flags: ["--disable-workspace-trust"],
    env: {
      ...process.env,
      HOME: home,
      CITELOOM_CONFIG: config,
      CITELOOM_DATA: path.join(home, "data"),
    },
  });
  const window = new Window(await browser.newPage(), shots);
  window.shots = taken;
  try {
    await window.open(editor.base, paper);
    await window.file("related.tex");
    await window.lens("Write related work").waitFor();
    clicks = 0;
    const began = Date.now();
    await way(window);
    console.log(`${name}: ${Date.now() - began} ms, ${clicks} clicks`);
  } catch (error) {
    await window.failed(error, folder);
    throw error;
  } finally {
    taken = window.shots;
    await window.page.close();
    editor.stop();
    serving?.stdin.end();
  }
}

function make(what, where) {
  const done = spawnSync(interpreter, [path.join(tests, "newcomer.py"), what, where], {
    env: python,
    encoding: "utf8",
  });
  assert.equal(done.status, 0, done.stderr);
}

function serve(config) {
  const serving = spawn(interpreter, [path.join(tests, "newcomer.py"), "serve", config], {
    env: python,
    stdio: ["pipe", "pipe", "inherit"],
  });
  return new Promise((resolve) => serving.stdout.once("data", () => resolve(serving)));
}
