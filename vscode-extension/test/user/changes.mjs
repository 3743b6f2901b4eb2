// A user's way through a text that they have edited: another method's text beside it in VS Code's
// diff editor, whose words stand, and both texts one below the other.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { until } from "./editor.mjs";
import { exampleOf, startExample, writeExample } from "./example.mjs";

const made = exampleOf("changes");
const { paper, folder } = made;

// A text stands there, and two words of two of its sentences are its author's.
const { related, data } = writeExample(made, "lexrank");
const lines = readFileSync(related, "utf8").split("\n");
const first = lines.findIndex((line) => line.includes("citeloom:begin")) + 1;
for (const [line, words] of [
  [first, "Surely mine"],
  [first + 2, "Also mine"],
]) {
  lines[line] = lines[line].replace(/^\S+ \S+/, words);
}
writeFileSync(related, lines.join("\n"));

const { editor, browser, window, page } = await startExample(made, data);
const diff = page.locator(".tab.active", { hasText: "proposed changes" });
const button = (name) => page.locator(".editor-actions").getByRole("button", { name, exact: true });

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.isRunning();
  await window.line("Surely mine").waitFor();

  // Another method writes.
  await window.command("Citeloom: Write Related Work");
  await window.answer("Related work written", "Insert");

  // Nothing is inserted: both texts are shown, and whose words stand is decided there.
  await diff.waitFor();
  await window.lens("Insert (2 of 2 mine)").waitFor();
  await window.shot("both-texts");
  await window.lens("Take new here").last().click();
  await window.lens("Insert (1 of 2 mine)").waitFor();
  await window.shot("one-passage-is-new");
  assert.ok(readFileSync(related, "utf8").includes("Surely mine"));

  // Messages is inserted, in one step.
  await button("Insert").click();
  await diff.waitFor({ state: "detached" });
  // The keys go to the draft, whether or not the extension has led there yet.
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  await until(() => mine().length === 1);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await until(() => mine().length === 2);

  // It waits again, as it was decided; then both texts are wanted.
  await window.lens("1 of your 2 changes stays").waitFor();
  await window.click(window.lens("Show changes"), diff);
  await window.lens("Insert below").click();
  await diff.waitFor({ state: "detached" });
  await window.line("citeloom:begin").click();
  await page.keyboard.press("Control+s");
  const standing = lines.slice(first, -2).join("\n");
  await until(() => readFileSync(related, "utf8").includes(`${standing.trimEnd()}`));
  await until(() => readFileSync(related, "utf8").length > lines.join("\n").length + 500);
  await window.shot("both-texts-stand");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
}

/** The author's own words in the file. */
function mine() {
  return readFileSync(related, "utf8").match(/Surely mine|Also mine/g) ?? [];
}
