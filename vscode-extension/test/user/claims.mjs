// A user's way with claims: checked by a command, mended by quick fixes, their source shown; then what
// is doubtful in a text that a model has written, before it is in the draft.
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { startEndpoint } from "./endpoint.mjs";
import { exampleOf, startExample } from "./example.mjs";

const ENTRIES = `
@article{okafor2020, title = {Neural parsing of chess notation}, author = {Okafor, Ada}, year = 2020,
  abstract = {We present a recurrent network that parses handwritten chess notation into legal moves.
    On score sheets it reads 91.4\\% of all moves.}}
@article{lindqvist2019, title = {Hearing birds at night}, author = {Lindqvist, Per}, year = 2019,
  abstract = {A detector of flight calls finds thrushes and warblers in long recordings of nocturnal
    migration. It was tested on an island.}}
@article{marsh2018, title = {RETRACTED: Tides from photographs}, author = {Marsh, Bea}, year = 2018,
  abstract = {We read the height of tides from photographs of harbour walls.}}
@article{ferro2021, title = {Tide gauges from cameras}, author = {Ferro, Ugo}, year = 2021,
  abstract = {The height of tides is read from photographs of harbour walls, within four centimetres.}}
`;
const WRONG = "A network reads 94.1\\% of all moves on score sheets~\\citep{okafor2020}.";
const SWAPPED =
  "Flight calls of thrushes and warblers are found in recordings~\\citep{okafor2020}.";
const RETRACTED =
  "The height of tides is read from photographs of harbour walls~\\citep{marsh2018}.";
const RIGHT =
  "A detector of flight calls was tested on an island~\\citep{lindqvist2019}.\nCameras replace gauges~\\citep{ferro2021}.\nOpera tickets for tenors and sopranos are dear in Venice~\\citep{ferro2021}.";
const DEEDS = {
  "chess notation": "reads 94.1% of the moves on handwritten sheets.",
  "flight calls": "measure how high tides are on photographs of harbour walls.",
  "Tide gauges": "read the height of tides from photographs.",
};

const example = exampleOf("claims");
const { folder, paper } = example;
const introduction = path.join(paper, "sections/introduction.tex");
const lines = readFileSync(introduction, "utf8").split("\n");
const body = lines.findIndex((line) => line.startsWith("\\label")) + 1;
lines.splice(body, 0, "", WRONG, SWAPPED, RETRACTED, RIGHT, "");
writeFileSync(introduction, lines.join("\n"));
appendFileSync(path.join(paper, "references.bib"), ENTRIES);
const listed = "\\citep{okafor2020,lindqvist2019,ferro2021}\n";
appendFileSync(path.join(paper, "sections/related.tex"), listed);

const config = path.join(folder, "config.toml");
const endpoint = await startEndpoint(config, { readable: true, deeds: DEEDS });
const { editor, browser, window, page } = await startExample(
  example,
  { CITELOOM_CONFIG: config },
  { settings: { "citeloom.method": "select-read-write" } },
);
const isSaved = (text) => until(() => readFileSync(introduction, "utf8").includes(text));

try {
  await window.open(editor.base, paper);
  await window.file("introduction.tex");

  // That a paper was retracted is said unasked, where it is cited.
  await page.locator(".squiggly-warning").first().waitFor();
  await page.locator(".view-line span span", { hasText: "marsh2018" }).first().click();
  await window.act("Mention that it was retracted", "retracted");
  await window.line("walls~\\citep{marsh2018} (since retracted)").waitFor();

  // Nothing is said of sentences before it is asked for.
  await window.command("Citeloom: Check Claims...");
  await window.row("Quickly").click();
  await window.told("in the same words as their sources");
  await window.command("Notifications: Clear All Notifications");
  await window.line("94.1").waitFor();
  await window.shot("checked");

  await window.line("warblers").click();
  await window.act("Cite 'lindqvist2019' instead", "swapped");
  await page.keyboard.press("Control+s");
  await isSaved(RETRACTED.replace("{marsh2018}", "{marsh2018} (since retracted)"));
  await isSaved(SWAPPED.replace("okafor2020", "lindqvist2019"));

  await window.line("tested on an island").click();
  await window.command("Citeloom: Show Source");
  await page.locator(".tab.active", { hasText: "references.bib" }).waitFor();
  await window.line("flight calls finds thrushes").waitFor();
  await window.shot("source");

  // Of what the quiet check lets go a thorough one tells.
  await window.file("introduction.tex");
  await window.command("Citeloom: Check Claims...");
  await window.row("Thoroughly").click();
  await window.told("in the same words as their sources");
  await window.command("Notifications: Clear All Notifications");
  await window.hover("Opera", "shares no word with this");

  // A model is asked by a command alone; what it says stands beside the rest.
  await window.command("Citeloom: Check Claims...");
  await window.row("By the model").click();
  await window.told("The model has judged");
  await window.command("Notifications: Clear All Notifications");
  await window.hover("Cameras", "The model says: not supported");
  await window.shot("judged");

  // What a model writes is marked where its papers do not say it, with the reason and the source.
  await window.command("Citeloom: Write Related Work");
  await window.answer("Related work written", "Preview");
  const preview = window.webview();
  const marked = preview.locator(".sentence", { has: preview.locator(".doubtful") });
  await marked.nth(1).waitFor();
  assert.equal(await marked.count(), 2);
  assert.equal(await preview.locator(".sentence").count(), 3);
  const reasons = preview.locator(".doubts li");
  assert.match(
    await reasons.nth(0).textContent(),
    /⚠ 1 To be checked: okafor2020: its abstract does not contain 94\.1/,
  );
  assert.match(await reasons.nth(1).textContent(), /⚠ 2 .*ferro2021 fits this better than/);
  await window.press("Control+b", ".sidebar.left.hidden, .nosidebar");
  const source = marked.nth(0).locator(".sources");
  const entries = page.locator(".tab.active", { hasText: "references.bib" });
  await window.click(marked.nth(0).locator(".text"), entries);
  await window.ledTo("it reads 91.4");
  assert.match(await source.textContent(), /does not contain 94\.1.*reads 91\.4% of all moves/);
  await window.shot("marked");
  // Once the mouse is elsewhere, it hides nothing of the page.
  await page.mouse.move(2, 2);
  await source.waitFor({ state: "hidden" });
  await reasons.getByRole("button", { name: "ferro2021" }).click();
  await window.ledTo("ferro2021, title");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
  endpoint.stop();
}
