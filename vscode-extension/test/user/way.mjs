// A user's way, from the .vsix file to related work in the paper, with a picture of each step.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { newcomer, startBrowser, startEditor, Window } from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "citeloom way é "));
const shots = process.env.CITELOOM_SHOTS ?? path.join(folder, "shots");
const began = Date.now();
const say = (what) => console.log(`${String(Date.now() - began).padStart(6)} ms  ${what}`);

// A new home and a PATH that has Python and nothing else.
const paper = path.join(folder, "my paper");
const home = path.join(folder, "home");
const bin = path.join(folder, "bin");
for (const one of [home, bin]) mkdirSync(one);
cpSync(path.join(here, "../examples"), paper, { recursive: true });
symlinkSync(process.env.CITELOOM_PYTHON, path.join(bin, "python3"));
const env = newcomer(home, bin);

const extensions = [path.join(here, "dist/citeloom.vsix")];
const port = Number(process.env.CITELOOM_PORT ?? 18300);
const flags = ["--disable-workspace-trust"];
const editor = await startEditor({ folder, port, extensions, flags, env });
say("installed, VS Code is up");
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
  await window.shot("setting-up");
  await window.lens("Write related work").waitFor({ timeout: 240_000 });
  say("server set up and started");
  await window.toast("setting up its server").waitFor({ state: "hidden" });
  await window.shot("open");

  await window.file("introduction.tex");
  const key = page.locator(".view-line span span", { hasText: "li2024chatcite" }).first();
  const box = await key.boundingBox();
  const text = await key.textContent();
  const at = (text.indexOf("li2024chatcite") + 4) / text.length;
  await page.mouse.move(box.x + box.width * at, box.y + box.height / 2);
  const hover = page.locator(".monaco-hover:visible", { hasText: "ChatCite" });
  await hover.first().waitFor();
  say("hover");
  await window.shot("hover");
  await page.mouse.move(900, 700);

  await window.file("related.tex");
  await window.lens("Write related work").click();
  const writing = window.status(/Citeloom: ./);
  await writing.waitFor();
  await window.shot("progress");
  await writing.click();
  await window.toast("was cancelled").waitFor();
  say("cancelled");
  await window.shot("cancelled");
  await window.command("Notifications: Clear All Notifications");

  await window.lens("Write related work").click();
  const toast = window.toast("Related work is written");
  await toast.waitFor({ timeout: 60_000 });
  say("written");
  await window.shot("written");
  await toast.getByRole("button", { name: "Preview" }).click();
  const preview = window.webview();
  const sentence = preview.locator(".text").nth(1);
  await sentence.waitFor();
  say("preview");
  await sentence.hover();
  await window.shot("preview");
  await preview.locator(".sources:visible .key").first().click();
  await page.locator(".tab.active", { hasText: "references.bib" }).waitFor();
  say("at the source");
  await window.shot("source");
  await preview.locator(".insert").first().click();
  await window.file("related.tex");
  await window.line("citeloom:begin").waitFor();
  say("inserted");
  await window.shot("inserted");
  await page.keyboard.press("Control+s");
  await settled(() => readFileSync(related, "utf8").includes("citeloom:end"));
  assert.equal(readdirSync(path.join(paper, ".citeloom")).length, 2);

  await page.locator(".monaco-editor.focused, .monaco-editor").first().click();
  await page.keyboard.press("Control+z");
  await window.line("citeloom:begin").waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await settled(() => readFileSync(related, "utf8") === empty);
  say("undone");
  await window.shot("undone");

  await window.command("Citeloom: Set API Key");
  const input = page.locator(".quick-input-widget input:visible");
  await input.fill("sk-not-a-real-key");
  await window.shot("api-key");
  await page.keyboard.press("Enter");
  await window.toast("keeps your API key").waitFor();
  await window.command("Citeloom: Show Versions");
  await window.toast("Citeloom extension").waitFor();
  await window.shot("versions");

  await window.command("Developer: Show Running Extensions");
  const ours = page.locator(".runtime-extensions-editor .extension", { hasText: "Citeloom" });
  await ours.waitFor();
  say(`VS Code says: ${(await ours.textContent()).replace(/\s+/g, " ")}`);
  await window.shot("running-extensions");
  await window.command("Notifications: Clear All Notifications");
  await window.command("Citeloom: Getting Started");
  await page.locator(".getting-started-step, .step-title").first().waitFor();
  await window.shot("getting-started");
  await window.press("Control+,", ".settings-editor");
  await page.keyboard.type("@ext:citeloom.citeloom");
  await page.locator(".setting-item", { hasText: "Method" }).first().waitFor();
  await window.shot("settings");
  console.log("PASSED");
} catch (error) {
  console.log(error);
  await window.shot("failed");
  process.exitCode = 1;
} finally {
  await browser.close();
  editor.stop();
}

async function settled(holds) {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 100, "the file on the disk is not what was expected");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
