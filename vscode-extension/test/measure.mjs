// What a newcomer waits for and clicks on, from installing the .vsix to the text in the draft, each way
// to a text in one go: npm run measure -- [TIMES [PAPER FILE]] (which of its files is opened first). A
// new home each time, packages fetched anew; by the uv that CITELOOM_UV names, if it names one.
import { cpSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import * as path from "node:path";
import { Choosing, chosen, written } from "./user/choosing.mjs";
import { newcomer, ownFolder, startBrowser, startEditor, Window } from "./user/editor.mjs";
import { startEndpoint, startOllama } from "./user/endpoint.mjs";
import { packaged } from "./user/example.mjs";

const here = path.resolve(import.meta.dirname, "..");
const vsix = path.join(here, "dist/citeloom.vsix");
const [times = 1, given = path.join(here, "../examples"), first = "related.tex"] =
  process.argv.slice(2);
console.log(`size of the .vsix: ${(statSync(vsix).size / 1e6).toFixed(2)} MB`);
console.log("| by | clicks | draft open | server ready | written | inserted | load |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");

/** Each from a server that is ready to a text that is written, and what there is for it at first. */
const WAYS = [
  {
    name: "the extractive method",
    there: async () => ({ extensions: [], env: {}, stop() {} }),
    async text({ window, choosing }) {
      await choosing.click(window.command("Citeloom: Write Related Work"));
      await window.told(`${written} (extractive`);
    },
  },
  {
    name: "a model on this machine",
    async there() {
      const ollama = await startOllama(["qwen3:8b"]);
      return ollama && { extensions: [], env: {}, stop: ollama.stop };
    },
    async text({ window, choosing }) {
      await choosing.click(window.command("Citeloom: Choose Model"));
      await choosing.local("qwen3:8b", "OpenAI...");
      await choosing.click(choosing.row("qwen3:8b").click());
      await choosing.click(window.answer(chosen, "Write by CKMA"));
      await window.told(`${written} (ckma`);
    },
  },
  {
    name: "a model of the editor",
    async there(folder) {
      const { address, stop } = await startEndpoint(path.join(folder, "unused.toml"));
      const [log, mode] = ["standin.log", "mode"].map((one) => path.join(folder, one));
      writeFileSync(log, "");
      writeFileSync(mode, "whole");
      const env = { STANDIN_ENDPOINT: address, STANDIN_LOG: log, STANDIN_MODE: mode };
      return { extensions: [packaged("standin-models", folder)], env, stop };
    },
    async text({ window, choosing }) {
      await choosing.click(window.command("Citeloom: Choose Model"));
      await choosing.editors("Stand-in asks");
      await choosing.click(window.answer(chosen, "Write by CKMA"));
      await choosing.click(choosing.button("Send").click());
      await window.told(`${written} (ckma`);
    },
  },
];

for (let time = 0; time < Number(times); time++) {
  for (const way of WAYS) await measure(way);
}

async function measure({ name, there, text }) {
  const folder = ownFolder("measure");
  const [home, bin, paper] = ["home", "bin", "paper"].map((one) => path.join(folder, one));
  for (const one of [home, bin]) mkdirSync(one);
  cpSync(given, paper, { recursive: true });
  symlinkSync(process.env.CITELOOM_BARE_PYTHON, path.join(bin, "python3"));
  if (process.env.CITELOOM_UV) symlinkSync(process.env.CITELOOM_UV, path.join(bin, "uv"));
  const models = await there(folder);
  if (!models) return;
  const browser = await startBrowser(folder);
  const window = new Window(browser.pages()[0] ?? (await browser.newPage()), folder);
  const choosing = new Choosing(window);
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  const editor = await startEditor({
    folder,
    extensions: [vsix, ...models.extensions],
    settings: { "window.dialogStyle": "custom" },
    flags: ["--disable-workspace-trust"],
    env: { ...newcomer(home, bin), ...models.env },
  });
  try {
    await window.open(editor.base, paper);
    await choosing.click(window.file(first));
    const open = seconds();
    await window.isRunning({ timeout: 900_000 });
    const ready = seconds();
    await text({ window, choosing });
    const done = seconds();
    await choosing.insert();
    const passed = [`${choosing.clicks}`, open, ready, done, seconds()];
    const load = loadavg()[0].toFixed(1);
    console.log(`| ${[name, ...passed, load].join(" | ")} |`);
  } catch (error) {
    await window.failed(error, folder);
  } finally {
    await browser.close();
    editor.stop();
    models.stop();
  }
}
