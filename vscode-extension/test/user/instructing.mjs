// A user's way with a model of this machine: a sentence is rewritten as its author says, seen with
// its check, tried again by another instruction, and accepted.
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { until } from "./editor.mjs";
import { startEndpoint } from "./endpoint.mjs";
import { exampleOf, startExample, writeExample } from "./example.mjs";

const made = exampleOf("instructing");
const { paper, folder } = made;
const { related, data } = writeExample(made, "extractive");
const standing = readFileSync(related, "utf8");
const config = path.join(folder, "config.toml");
const endpoint = await startEndpoint(config, { readable: true });
const { editor, browser, window, page } = await startExample(made, {
  ...data,
  CITELOOM_CONFIG: config,
});
const input = page.locator(".quick-input-widget input:visible").first();
const accept = window.lens("Accept");

try {
  await window.open(editor.base, paper);
  await window.file("related.tex");
  await window.isRunning();
  await window.line("he2016exploring").click();
  await window.act("Rewrite…", "actions");
  await input.fill("say what they did not evaluate");
  await window.shot("instruction");
  await input.press("Enter");
  await accept.waitFor();
  await window.shot("rewritten");
  // The last instruction is there to be chosen, or to be followed by another one.
  await window.lens("Another Instruction").click();
  await page
    .locator(".quick-input-list .monaco-list-row", { hasText: "did not evaluate" })
    .first()
    .waitFor();
  await input.fill("in fewer words");
  await input.press("Enter");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  await window.isRunning();
  await window.shot("another");
  await accept.click();
  await accept.waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await until(() => readFileSync(related, "utf8") !== standing, "the new sentence is in the file");
  console.log("PASSED");
} catch (error) {
  await window.failed(error, folder);
} finally {
  await browser.close();
  editor.stop();
  endpoint.stop();
}
