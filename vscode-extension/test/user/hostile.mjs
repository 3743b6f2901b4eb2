// Papers that would act on the screen: what they say is shown as text, wherever it is.
import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import * as path from "node:path";
import { exampleOf, startExample } from "./example.mjs";

const ACTS = `<img src="https://evil.example/x" onerror="document.title='HIT'"> </script><script>document.title='HIT'</script> [press](command:workbench.action.toggleZenMode) <a href="command:workbench.action.toggleZenMode">this</a> $(alert) ![seen](https://evil.example/y)`;
const LONG = `\u202egnitirw\u202c ${"w".repeat(1500)}`;
const ENTRIES = `
@article{bees2020, title = {Dances of bees ${ACTS}}, author = {${ACTS}}, year = 2020,
  abstract = {We study how bees dance ${ACTS} on combs.}}
@article{wasps2020, title = {Nests of wasps ${LONG}}, author = {Lee, Ada}, year = 2020,
  journal = {${ACTS}}, abstract = {We study how wasps ${LONG} build nests.}}
`;

const example = exampleOf("hostile");
const { folder, paper } = example;
appendFileSync(path.join(paper, "references.bib"), ENTRIES);
appendFileSync(
  path.join(paper, "sections/related.tex"),
  "\\citep{bees2020,wasps2020,li2024chatcite}\n",
);
const { editor, browser, window, page } = await startExample(example);
const asked = [];
page.on("request", (request) => asked.push(request.url()));
page.on("dialog", (dialog) => asked.push(dialog.message()));
const webview = window.webview();

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.lens("Write related work").waitFor();

  await window.hover("bees2020", "Dances of bees");
  await isText("hover");
  await page.locator(".activitybar .action-label[aria-label^='Citeloom']").first().click();
  await page.locator(".monaco-list-row", { hasText: "Dances of bees" }).first().hover();
  await page.locator(".monaco-hover:visible").first().waitFor();
  await isText("references");

  await window.lens("Write related work").click();
  await window.told("Related work written");
  await isText("written");
  await window.command("Notifications: Clear All Notifications");
  await window.command("Citeloom: Preview Related Work");
  await webview.locator(".text", { hasText: "wwww" }).first().waitFor();
  const quoted = webview.locator(".sentence", { hasText: "<img" }).first();
  await quoted.locator(".text").focus();
  await quoted.locator(".sources").waitFor();
  await isText("preview");
  await page.keyboard.press("Control+1");
  await window.command("Citeloom: Show Graph");
  await webview.locator(".node.paper").first().waitFor();
  for (let number = 0; number < (await webview.locator("#graph option").count()); number++) {
    await webview.locator("#graph").selectOption(String(number));
    const own = webview.locator(".node", { hasText: /img/ }).first();
    await own.focus();
    await webview.locator("#chosen h2").waitFor();
    await isText(`graph-${number}`);
  }
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/** Nothing of it has run, loads anything, or leads anywhere by a click, in any frame. */
async function isText(shot) {
  await window.shot(shot);
  for (const frame of page.frames()) {
    // A frame may go while it is looked at.
    const found = await frame.evaluate(actsOf).catch(() => []);
    assert.deepEqual(found, [], `${shot}: ${frame.url()}`);
  }
  const alien = asked.filter((it) => /HIT|evil/.test(it));
  assert.deepEqual(alien, [], shot);
}

function actsOf() {
  const made = document.querySelectorAll(
    "[onerror], [src*='evil.example'], [href*='evil.example'], [href*='toggleZenMode'], [data-href*='toggleZenMode'], [data-href*='evil.example'], .codicon-alert",
  );
  const wide = document.body.dataset.page || document.querySelector("main > article");
  const isWide = wide && document.documentElement.scrollWidth > window.innerWidth;
  const isTurned = wide && /[\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText);
  return [
    ...[...made].map((one) => one.outerHTML.slice(0, 300)),
    ...(document.title.includes("HIT") ? ["its title"] : []),
    ...(isTurned ? ["turned round"] : []),
    ...(isWide ? [`${document.documentElement.scrollWidth} pixels wide`] : []),
  ];
}
