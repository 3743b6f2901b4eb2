// A user's way to a model and a text of it: one on this machine, one of the editor's own with its
// consent, by CKMA and by ChatCite, and a quota that is used up. Says how many clicks and calls each
// took. The other faults are tested without VS Code (test/unit/asking.test.ts,
// tests/server/lsp/test_models_of_the_editor.py); with `all` as its argument it goes through them, too.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { Choosing, chosen, written } from "./choosing.mjs";
import { newcomer, ownFolder, startBrowser, startEditor, until, Window } from "./editor.mjs";
import { startEndpoint, startOllama } from "./endpoint.mjs";
import { packaged } from "./example.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = ownFolder("models");
const shots = path.join(process.env.CITELOOM_SHOTS ?? folder, "models");
const paper = path.join(folder, "paper");
const home = path.join(folder, "home");
mkdirSync(home);
cpSync(path.join(here, "../examples"), paper, { recursive: true });
const config = path.join(home, ".config/citeloom/config.toml");
const began = Date.now();
const say = (what) => console.log(`${String(Date.now() - began).padStart(6)} ms  ${what}`);

const all = process.argv.includes("all");
const ollama = await startOllama(["qwen3:8b", "nomic-embed-text"]);
const endpoint = await startEndpoint(path.join(folder, "unused.toml"));
const log = path.join(folder, "standin.log");
const mode = path.join(folder, "mode");
writeFileSync(log, "");
writeFileSync(mode, "whole");
// Without the last line, which is empty or still being written.
const seen = () => readFileSync(log, "utf8").split("\n").slice(0, -1).map(JSON.parse);
const asked = () => seen().filter(({ mode }) => mode !== undefined).length;

const editor = await startEditor({
  folder,
  extensions: [path.join(here, "dist/citeloom.vsix"), packaged("standin-models", folder)],
  settings: {
    "citeloom.server.path": process.env.CITELOOM_PYTHON,
    "citeloom.fetch": "off",
    "window.dialogStyle": "custom",
  },
  flags: ["--disable-workspace-trust"],
  env: {
    ...newcomer(home, "/usr/bin:/bin"),
    CITELOOM_DATA: path.join(home, "data"),
    STANDIN_ENDPOINT: endpoint.address,
    STANDIN_LOG: log,
    STANDIN_MODE: mode,
  },
});
const browser = await startBrowser(folder);
const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);
const { page } = window;
if (process.env.QUICK) page.setDefaultTimeout(25_000);
const choosing = new Choosing(window);
const { dialog } = choosing;
const row = (text) => choosing.row(text);
const button = (name) => choosing.button(name);
const click = (done) => choosing.click(done);
const clear = () => window.command("Notifications: Clear All Notifications");

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.lens("Write related work").waitFor({ timeout: 240_000 });
  say("open");

  assert.ok(!existsSync(config));
  const byEndpoint = ollama ? await byLocalModel() : undefined;

  // A model of the editor's: its provider's consent is asked for, refused, then given.
  choosing.clicks = 0;
  const editors = Date.now();
  await window.command("Citeloom: Choose Model");
  await row("Stand-in asks").click();
  await button("Allow").waitFor();
  assert.match(await dialog.textContent(), /Nothing of your draft is sent/);
  // VS Code's own question, with our words in it.
  await window.shot("consent");
  await button("Cancel").click();
  const refused = "was not allowed to use asks";
  await window.toast(refused).waitFor();
  // Who did not allow what, and what to do.
  await window.shot("refused");
  assert.equal(
    existsSync(config) && /"ollama"/.test(readFileSync(config, "utf8")),
    ollama !== undefined,
  );
  await window.answer(refused, "Choose another");
  await choosing.editors("Stand-in asks");
  assert.match(readFileSync(config, "utf8"), /provider = "editor"\nname = "standin\/asks"\n/);
  const before = asked();
  assert.equal(before, 1);
  await window.file("related.tex");
  await click(window.answer(chosen, /^Write \(/));
  await button("Send").waitFor();
  // To whom the draft would go, through the editor.
  await window.shot("may-be-sent");
  await click(button("Send").click());
  await window.toast(`${written} (select-read-write`).waitFor();
  const calls = asked() - before;
  if (ollama) assert.equal(calls, byEndpoint, "the calls of an endpoint");
  await choosing.insert();
  await window.lens("Write related work").waitFor();
  await window.shot("inserted");
  say(`editor's model: ${choosing.clicks} clicks, ${((Date.now() - editors) / 1000).toFixed(1)} s`);
  await undone();

  // The second time nobody is asked.
  await clear();
  await window.lens("Write related work").click();
  await window.toast(`${written} (select-read-write`).waitFor();
  assert.match(await window.toast(written).textContent(), /It took 0 calls/);
  assert.equal(asked() - before, calls);
  await window.command("Citeloom: Discard Related Work");

  // Another method, with many more calls for each paper: about two that the section lists.
  await method("ChatCite");
  await clear();
  await window.line("sec:related").click();
  await page.keyboard.press("End");
  await page.keyboard.type("\n\\citep{li2024chatcite,wang2018neural");
  await page.keyboard.press("Escape");
  await window.line("wang2018neural").waitFor();
  await window.lens("Write related work").click();
  // It sends more of the draft than was agreed to.
  await button("Send").click();
  await window.toast(/\(chatcite, .*2 of 2 cited/).waitFor();
  await window.answer(written, "Insert");
  await window.line("citeloom:begin").waitFor();
  await undone();
  await window.command("File: Revert File");
  await window.line("wang2018neural").waitFor({ state: "detached" });
  say("ChatCite");

  await clear();
  await failing("quota", /quota of asks of standin is used up.*You have used your quota/, "quota");
  say("used up");
  if (all) await everyFault();
  await byAddress();
  say("another address");
  assert.ok(!readFileSync(path.join(paper, "sections/related.tex"), "utf8").includes("citeloom:"));
  console.log("PASSED");
} catch (error) {
  console.log(readFileSync(log, "utf8").slice(-2_000));
  await window.command("Notifications: Show Notifications").catch(() => {});
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
  ollama?.stop();
  endpoint.stop();
}

/** From nothing to text by a model on this machine: three clicks, and no file edited by hand. */
async function byLocalModel() {
  await window.command("Citeloom: Getting Started");
  await page
    .getByRole("button", { name: /Write, and read it/ })
    .first()
    .click();
  const start = Date.now();
  const link = page
    .locator("a, button")
    .filter({ hasText: /^Choose model$/ })
    .first();
  await link.waitFor();
  // The step that names the ways to a model, with its button.
  await window.shot("walkthrough");
  await click(link.click());
  await choosing.local("qwen3:8b", "Stand-in open");
  assert.ok(!(await row("nomic-embed").isVisible()), "what only embeds writes nothing");
  // The editor's models, those of this machine, providers with a key, another address.
  await window.shot("choose-model");
  await click(row("qwen3:8b").click());
  await window.toast(chosen).waitFor();
  assert.match(await window.toast(chosen).textContent(), /qwen3:8b on this machine.*32,768 tokens/);
  // Which model is asked now, how long it took, how much it reads, and what to do next.
  await window.shot("chosen");
  assert.match(readFileSync(config, "utf8"), /provider = "ollama"\nname = "qwen3:8b"\n/);
  const tests = await ollama.count();
  assert.equal(tests, 1);
  await window.file("related.tex");
  await click(window.answer(chosen, /^Write \(/));
  await window.toast(`${written} (select-read-write`).waitFor();
  await window.shot("written");
  const clicksToText = choosing.clicks;
  const calls = (await ollama.count()) - tests;
  await choosing.insert();
  say(
    `local model: ${clicksToText} clicks to text, ${choosing.clicks} to inserted text, ` +
      `${((Date.now() - start) / 1000).toFixed(1)} s, ${calls} calls`,
  );
  assert.equal(clicksToText, 3);
  await undone();
  return calls;
}

/** An endpoint of the author's own, without a key: its address, then which of its models. */
async function byAddress() {
  const input = page.locator(".quick-input-widget input:visible");
  const give = async (text) => {
    await input.fill(text);
    await page.keyboard.press("Enter");
  };
  await window.command("Citeloom: Choose Model");
  await row("Stand-in asks").waitFor();
  await input.fill("Another Address");
  await row("Another Address").click();
  await page.getByText("The base address of your endpoint").waitFor();
  await give("127.0.0.1:1/v1");
  // What was wrong, beside the address that was given.
  await page.locator(".quick-input-message", { hasText: "127.0.0.1:1" }).waitFor();
  await window.shot("no-endpoint");
  await give(endpoint.address.replace("http://", ""));
  await row("stand-in").waitFor();
  await window.shot("its-models");
  await row("stand-in").click();
  await window.toast(/now uses stand-in on this machine/).waitFor();
  const kept = readFileSync(config, "utf8");
  assert.ok(kept.includes('provider = "custom"') && kept.includes(endpoint.address), kept);
}

/** Writes by a model that has a fault, and waits for the words on it. */
async function failing(fault, words, name) {
  writeFileSync(mode, fault);
  await window.lens("Write related work").click();
  const failed = window.toast(/Writing related work .*failed/s);
  await failed.waitFor();
  const said = await failed.locator(".notification-list-item-message").textContent();
  assert.match(said, words);
  // One sentence, and what can be done.
  assert.ok(said.length < 250 && !said.includes("{"), said);
  for (const name of [/^Try [Aa]gain/, "Other method", "Write without a model"]) {
    await failed.getByRole("button", { name }).waitFor();
  }
  await window.lens("Write related work").waitFor();
  await window.shot(name);
  writeFileSync(mode, "whole");
  await clear();
}

/** The faults that are tested without VS Code, too. */
async function everyFault() {
  // Cancelled in the middle: the model is told.
  writeFileSync(mode, "slow");
  await window.lens("Write related work").click();
  await until(() => seen().at(-1)?.mode === "slow");
  // What is being done and since when; one click ends it.
  await window.toast("so far").waitFor();
  await window.shot("running");
  await window.answer("so far", "Cancel");
  // The outcome first: nothing of it is cut off.
  await window.answer("Cancelled: writing related work", "OK");
  await window.lens("Write related work").waitFor();
  await until(() => seen().at(-1)?.cancelled);
  await window.shot("cancelled");
  writeFileSync(mode, "whole");
  await clear();

  // Gone in the middle.
  await failing("gone", /no longer has the model asks of standin/, "gone");
}

async function method(name) {
  await window.command("Citeloom: Choose Method");
  await row("More methods").click();
  await row("The Paper's Own Choice").waitFor();
  await page.locator(".quick-input-widget input:visible").fill(name);
  await row(name).click();
  const settings = path.join(paper, ".vscode/settings.json");
  const chosen = `"${name.toLowerCase()}"`;
  await until(() => existsSync(settings) && readFileSync(settings, "utf8").includes(chosen));
}

/** Takes back what was inserted, which waits then, and discards it; the file stays as it was. */
async function undone() {
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+z");
  await window.line("citeloom:begin").waitFor({ state: "detached" });
  await window.lens("Insert related work").waitFor();
  await window.command("Citeloom: Discard Related Work");
  await window.lens("Write related work").waitFor();
}
