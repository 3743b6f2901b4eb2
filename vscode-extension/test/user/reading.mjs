// A user's way with Select-Read-Write: what is missing, the texts that come, the path that was read.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { keepTexts, startEndpoint } from "./endpoint.mjs";
import { exampleOf, startExample } from "./example.mjs";

const example = exampleOf("reading");
const { folder, paper } = example;
const data = path.join(folder, "data");
const related = path.join(paper, "sections/related.tex");
const config = path.join(folder, "config.toml");
const endpoint = await startEndpoint(config, { readable: true });

const { editor, browser, window, page } = await startExample(example, {
  CITELOOM_CONFIG: config,
  CITELOOM_DATA: data,
});
const graph = page.frameLocator("iframe.webview").frameLocator("#active-frame");
const rows = page.locator(".quick-input-list .monaco-list-row");
const row = rows.filter({ hasText: "Select-Read-Write" }).first();

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.lens("Write related work").waitFor({ timeout: 240_000 });

  // Before anything is asked: no reference has a full text, and what follows from that.
  await chooser();
  assert.match(await row.textContent(), /1 call, about .* by stand-in on this machine/);
  assert.match(
    await row.textContent(),
    /[Nn]o full text was found on this computer, so only abstracts are used; fetch full texts first/,
  );
  await row.hover();
  await window.shot("no-full-texts");
  await page.keyboard.press("Escape");

  // Full texts have come: what it costs to read them, and how many are missing.
  keepTexts(data);
  await chooser();
  assert.match(await row.textContent(), /about \d+ calls, about/);
  assert.match(await row.textContent(), /14 of 19 references have no full text on this computer/);
  await row.hover();
  await window.shot("full-texts");
  await row.click();
  const settings = path.join(paper, ".vscode/settings.json");
  await until(
    () => existsSync(settings) && readFileSync(settings, "utf8").includes("select-read-write"),
  );

  await window.file("related.tex");
  await window.lens("Write related work").click();
  await window.told("Related work written (select-read-write");
  await window.lens("Insert related work").waitFor();
  await window.command("Notifications: Clear All Notifications");

  // The path: numbers in the order of reading, and what was noted at each step.
  await window.command("Citeloom: Show Graph");
  const visits = graph.locator(".node.paper");
  await visits.first().waitFor();
  assert.match(await graph.locator("#graph option").first().textContent(), /order in which/);
  assert.equal(await visits.count(), 5);
  const chosen = graph.locator("#chosen");
  for (let number = 0; !/noted: /.test(await chosen.textContent()); number++) {
    assert.ok(number < 5, "no section was noted");
    await visits.nth(number).focus();
  }
  await window.command("View: Toggle Primary Side Bar Visibility");
  await window.shot("path");

  // The text, with what is missing said above it; then into the draft.
  await page.keyboard.press("Control+1");
  await window.command("Citeloom: Preview Related Work");
  const preview = window.webview();
  await preview.locator(".warning", { hasText: "read from the abstract alone" }).waitFor();
  await window.shot("preview");
  await preview.locator(".insert").first().click();
  await page.keyboard.press("Control+1");
  await window.line("citeloom:begin").waitFor();
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("citeloom:end"));
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
  endpoint.stop();
}

/** Opens the list of methods, which has come when it names one, and shows the one of this way. */
async function chooser() {
  await window.command("Citeloom: Choose Method");
  await window.row("More methods").click();
  await rows.filter({ hasText: "ChatCite" }).first().waitFor();
  await page.locator(".quick-input-widget input:visible").fill("Select-Read");
  await row.waitFor();
}
