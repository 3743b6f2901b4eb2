// What a newcomer waits for: npm run measure [TIMES]. A new home each time, packages fetched anew; by
// the uv that CITELOOM_UV names, if it names one.
import { cpSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { loadavg } from "node:os";
import * as path from "node:path";
import { newcomer, ownFolder, startBrowser, startEditor, Window } from "./user/editor.mjs";

const here = path.resolve(import.meta.dirname, "..");
const vsix = path.join(here, "dist/citeloom.vsix");
const times = Number(process.argv[2] ?? 3);
console.log(`size of the .vsix: ${(statSync(vsix).size / 1e6).toFixed(2)} MB`);

for (let time = 0; time < times; time++) {
  const folder = ownFolder("measure");
  const [home, bin, paper] = ["home", "bin", "paper"].map((name) => path.join(folder, name));
  for (const one of [home, bin]) mkdirSync(one);
  cpSync(path.join(here, "../examples"), paper, { recursive: true });
  symlinkSync(process.env.CITELOOM_BARE_PYTHON, path.join(bin, "python3"));
  if (process.env.CITELOOM_UV) symlinkSync(process.env.CITELOOM_UV, path.join(bin, "uv"));
  const browser = await startBrowser(folder);
  const window = new Window(browser.pages()[0] ?? (await browser.newPage()), folder);
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
  const editor = await startEditor({
    folder,
    extensions: [vsix],
    flags: ["--disable-workspace-trust"],
    env: newcomer(home, bin),
  });
  await window.open(editor.base, paper);
  await window.file("related.tex");
  const open = seconds();
  await window.lens("Write related work").waitFor({ timeout: 900_000 });
  const ready = seconds();
  await window.lens("Write related work").click();
  await window.lens("Insert related work").click();
  await window.line("citeloom:begin").waitFor();
  const inserted = seconds();
  await window.command("Developer: Show Running Extensions");
  const ours = window.page.locator(".runtime-extensions-editor .extension", {
    hasText: "Citeloom",
  });
  await window.scrolledTo(ours, ".runtime-extensions-editor");
  const [activation] = /Activation: \d+ms/.exec(await ours.textContent());
  const load = loadavg()[0].toFixed(1);
  console.log(
    `from installing: draft open ${open} s, server ready ${ready} s, ` +
      `first paragraph inserted ${inserted} s; ${activation}; load ${load}`,
  );
  await browser.close();
  editor.stop();
}
