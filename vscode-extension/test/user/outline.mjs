// A user's way with HiReview: its taxonomy, the outline that is edited, and the text of that.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { startEndpoint } from "./endpoint.mjs";
import { exampleOf, startExample } from "./example.mjs";

const example = exampleOf("outline");
const { folder, paper } = example;
const related = path.join(paper, "sections/related.tex");
const config = path.join(folder, "config.toml");
const endpoint = await startEndpoint(config, { readable: true });

const { editor, browser, window, page } = await startExample(example, { CITELOOM_CONFIG: config });
const webview = window.webview();
const rows = page.locator(".quick-input-list .monaco-list-row");
const row = rows.filter({ hasText: "HiReview" }).first();
const squiggle = page.locator(".squiggly-error").first();
const clear = () => window.command("Notifications: Clear All Notifications");

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.lens("Write related work").waitFor({ timeout: 240_000 });

  // What it takes, before anything is asked.
  await window.command("Citeloom: Choose Method");
  await window.row("More methods").click();
  await rows.filter({ hasText: "ChatCite" }).first().waitFor();
  await page.locator(".quick-input-widget input:visible").fill("HiReview");
  await row.waitFor();
  assert.match(await row.textContent(), /about \d+ calls, about .* by stand-in on this machine/);
  await row.hover();
  await window.shot("method");
  await row.click();
  const settings = path.join(paper, ".vscode/settings.json");
  await until(() => existsSync(settings) && readFileSync(settings, "utf8").includes("hireview"));

  await window.file("related.tex");
  await window.lens("Write related work").click();
  const written = "Related work written (hireview";
  await window.told(written);
  await window.lens("Edit outline").waitFor();
  await clear();

  // The taxonomy as a tree, with the button that opens it as a text.
  await window.command("View: Toggle Primary Side Bar Visibility");
  await window.command("Citeloom: Show Graph");
  await webview.locator(".node.topic").first().waitFor();
  assert.ok((await webview.locator(".node.topic").count()) > 2);
  assert.equal(await webview.locator(".node.paper").count(), 19);
  await window.command("View: Toggle Maximize Editor Group");
  await window.shot("taxonomy");
  await window.command("View: Toggle Maximize Editor Group");
  await webview.locator("#outline").click();
  const tab = page.locator(".tab.active", { hasText: ".outline" }).first();
  await tab.waitFor();
  await window.lens("Write again from this outline").waitFor();
  const [name] = readdirSync(path.join(paper, ".citeloom")).filter((it) => it.endsWith(".outline"));
  const outline = path.join(paper, ".citeloom", name);
  const lines = readFileSync(outline, "utf8").split("\n");
  const topics = lines.filter((line) => /^[^#%\s[]/.test(line));
  await window.line(topics.at(-1)).waitFor();
  await window.shot("outline");

  // What cannot be meant is underlined, and says so; one undo, and it is gone.
  const last = lines.filter((line) => line.startsWith("  - ")).at(-1);
  const [key] = /[\w:]+(?=:)/.exec(last);
  await window.line(key).click();
  await window.command("Copy Line Down");
  await squiggle.waitFor();
  await window.command("Go to Next Problem (Error, Warning, Info)");
  const peek = page.locator(".marker-widget", { hasText: "already" });
  await peek.waitFor();
  await window.shot("problem");
  await page.keyboard.press("Escape");
  await peek.waitFor({ state: "detached" });
  await window.line(key).click();
  await page.keyboard.press("Control+z");
  await squiggle.waitFor({ state: "detached" });

  // Another name for the last topic, and the first topic's last paper into the second.
  await window.line(topics.at(-1)).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("Reviews by language models");
  await window.line("Reviews by language models").waitFor();
  const moved = lines[lines.indexOf(topics[1]) - 1];
  const [movedKey] = /[\w:]+(?=:)/.exec(moved);
  await window.line(movedKey).click();
  await window.command("Move Line Down");
  await page.keyboard.press("Control+Home");
  // A lens that is just drawn anew has no command: VS Code says so. A second click writes twice.
  const writing = window
    .status(/Citeloom: ./)
    .or(window.toast(written))
    .first();
  await window.click(window.lens("Write again from this outline"), writing);
  const again = await window.told(written);
  // Topics that nobody touched are not asked for again.
  assert.match(await again.textContent(), /It took \d+ calls, [1-9]\d* answers reused/);
  await window.lens("Write again from this outline").waitFor();
  await window.shot("written-again");
  await clear();

  // The second topic becomes a part of the first, the third one becomes two, one paper is dropped.
  const third = lines.indexOf(topics[2]);
  const [[droppedKey], [splitKey]] = [1, 4].map((at) => /[\w:]+(?=:)/.exec(lines[third + at]));
  await window.line(topics[1]).click();
  await window.command("Delete Line");
  await window.line(topics[1]).waitFor({ state: "detached" });
  await window.line(splitKey).click();
  await window.command("Insert Line Above");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type("Shorter texts");
  await window.line("Shorter texts").waitFor();
  await window.line(droppedKey).click();
  await window.command("Delete Line");
  await window.line(droppedKey).waitFor({ state: "detached" });
  await page.keyboard.press("Control+Home");
  await window.click(window.lens("Write again from this outline"), writing);
  // Three topics changed and one did not: two versions of three texts, and their scores.
  const lastTime = await window.told(written);
  assert.match(await lastTime.textContent(), /18 of 18 cited.*It took 8 calls, 2 answers reused/s);
  await window.answer(written, "Preview");
  await webview.getByRole("heading", { name: "Shorter texts" }).waitFor();
  await webview.getByRole("heading", { name: "Reviews by language models" }).waitFor();
  assert.equal(await webview.getByRole("heading", { name: topics[1] }).count(), 0);
  await window.shot("preview");
  await webview.locator(".insert").first().click();
  await page.keyboard.press("Control+1");
  await window.line("citeloom:begin").waitFor();
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8").includes("citeloom:end"));
  const inserted = readFileSync(related, "utf8");
  assert.ok(inserted.includes(splitKey) && !inserted.includes(droppedKey));

  // The outline of what stands in the draft now.
  await clear();
  await window.command("Citeloom: Edit Outline");
  await until(() => {
    const found = readdirSync(path.join(paper, ".citeloom")).filter((it) =>
      it.endsWith(".outline"),
    );
    return found.some((it) => {
      const text = readFileSync(path.join(paper, ".citeloom", it), "utf8");
      const [kept, left] = text.split("[not written about]");
      return (
        kept.includes("Shorter texts") && kept.includes(movedKey) && left?.includes(droppedKey)
      );
    });
  });
  await tab.waitFor();
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
  endpoint.stop();
}
