// A user's pictures: what a draft cites together, and the minigraph of a method that asks a model.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { happened, newcomer, startBrowser, startEditor, Window } from "./editor.mjs";
import { startEndpoint } from "./endpoint.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "citeloom graphs é "));
const shots = path.join(process.env.CITELOOM_SHOTS ?? folder, "graphs");
const paper = path.join(folder, "my paper");
const home = path.join(folder, "home");
mkdirSync(home);
cpSync(path.join(here, "../examples"), paper, { recursive: true });

const python = process.env.CITELOOM_PYTHON;
const config = path.join(folder, "config.toml");
const endpoint = await startEndpoint(config);

const env = { ...newcomer(home, "/usr/bin:/bin:/usr/sbin"), CITELOOM_CONFIG: config };
const settings = {
  "citeloom.server.path": python,
  "citeloom.method": "ckma",
  "citeloom.fetch": "off",
  "workbench.colorTheme": "Default Light Modern",
};
const editor = await startEditor({
  folder,
  extensions: [path.join(here, "dist/citeloom.vsix")],
  settings,
  flags: ["--disable-workspace-trust"],
  env,
});
const browser = await startBrowser(folder);
const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);
const { page } = window;
// While a new page comes in there are two.
const graph = page.frameLocator("iframe.webview").frameLocator("#active-frame");
const focused = graph.locator(".node:focus");
const current = graph.locator(".node.current");

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.lens("Write related work").waitFor({ timeout: 120_000 });

  // The draft's own graph, first with keys alone.
  await window.command("Citeloom: Show Graph");
  await graph.locator(".node").first().waitFor();
  assert.equal(await graph.locator(".node").count(), 19);
  assert.equal(await graph.locator("#graph option").count(), 1);
  await window.shot("co-citation-light");
  for (let tries = 0; (await focused.count()) === 0; tries++) {
    assert.ok(tries < 30, "Tab does not lead into the graph");
    await page.keyboard.press("Tab");
  }
  const begun = await focused.getAttribute("aria-label");
  assert.match(begun, /^.+ \d{4}, .+\. \d+ links: /);
  const walked = new Set([begun]);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp", "End", "Home"]) {
    await page.keyboard.press(key);
    assert.equal(await focused.count(), 1, key);
    walked.add(await focused.getAttribute("aria-label"));
  }
  assert.ok(walked.size > 2);
  assert.equal(await focused.getAttribute("aria-label"), begun);
  assert.equal(await current.count(), 1);
  await window.shot("node-by-keyboard");
  const key = await graph.locator("#chosen .key").first().textContent();
  await page.keyboard.press("Enter");
  await entryIsShown(key);
  await window.shot("entry-by-keyboard");

  // All links, also the weak ones.
  await page.locator(".tab", { hasText: "Citeloom Graph" }).click();
  await graph.locator("#least").focus();
  await page.keyboard.press("Home");
  await graph.locator("#count", { hasText: "69 of 69 shown" }).waitFor();
  await window.shot("all-links");

  for (const [name, kind] of [
    ["Dark Modern", "vscode-dark"],
    ["Dark High Contrast", "vscode-high-contrast"],
    ["Light High Contrast", "vscode-high-contrast-light"],
  ]) {
    await useTheme(name, kind);
    await window.shot(`co-citation-${kind}`);
  }

  // What CKMA saw in the references.
  await useTheme("Dark Modern", "vscode-dark");
  await window.file("related.tex");
  await window.lens("Write related work").click();
  await window.toast("Related work written (ckma").waitFor({ timeout: 120_000 });
  await window.command("Notifications: Clear All Notifications");
  await window.command("Citeloom: Show Graph");
  await graph.locator(".node.term").first().waitFor();
  assert.equal(await graph.locator("#graph option").count(), 3);
  await window.shot("minigraph-dark");
  await page.keyboard.press("Escape");
  const terms = graph.locator(".node.term");
  const keys = graph.locator("#chosen .key");
  for (let number = 0; ; number++) {
    assert.ok(number < (await terms.count()), "no concept has papers");
    await terms.nth(number).focus();
    if ((await keys.count()) > 1) break;
  }
  await page.keyboard.press("Enter");
  assert.equal(await graph.locator("#chosen .key:focus").count(), 1);
  await window.shot("concept-and-its-papers");
  const named = await keys.first().textContent();
  await page.keyboard.press("Enter");
  await entryIsShown(named);

  // The new text's own graph: a click is enough.
  await page.locator(".tab", { hasText: "Citeloom Graph" }).click();
  await graph.locator("#graph").selectOption("1");
  await graph.locator(".node.paper").first().click();
  await entryIsShown(await graph.locator("#chosen .key").textContent());
  await graph.locator("#graph").selectOption("2");
  await graph.locator(".node.paper").first().waitFor();
  await useTheme("Dark High Contrast", "vscode-high-contrast");
  await page.locator(".tab", { hasText: "Citeloom Graph" }).click();
  await graph.locator("#graph").selectOption("0");
  await graph.locator(".node.term").first().waitFor();
  await window.shot("minigraph-high-contrast");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
  endpoint.stop();
}

async function entryIsShown(key) {
  await page.locator(".tab.active", { hasText: "references.bib" }).waitFor();
  await page
    .locator(".view-line", { hasText: `{${key},` })
    .first()
    .waitFor();
}

async function useTheme(name, kind) {
  const found = page.locator(".quick-input-list .monaco-list-row.focused", { hasText: name });
  for (let tries = 0; tries < 6; tries++) {
    await window.command("Preferences: Color Theme");
    await page.locator(".quick-input-widget input:visible").fill(name);
    // What was filled in can have been the palette still.
    if (await happened(found.waitFor({ timeout: 10_000 }))) break;
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Enter");
  await graph.locator(`body.${kind}`).waitFor();
}
