// How a way on examples/ begins: a copy in a folder of its own, and an editor that asks no service.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { newcomer, ownFolder, startBrowser, startEditor, Window } from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");

/** Makes the folders of a way: the paper, a home without anything, a place for pictures. */
export function exampleOf(name) {
  const folder = ownFolder(name);
  const paper = path.join(folder, "paper");
  const home = path.join(folder, "home");
  mkdirSync(home);
  cpSync(path.join(here, "../examples"), paper, { recursive: true });
  return { folder, paper, home, shots: path.join(process.env.CITELOOM_SHOTS ?? folder, name) };
}

/** Writes the related work of a way's paper; returns the file that it stands in, and the store. */
export function writeExample({ paper, home }, method) {
  const data = { CITELOOM_DATA: path.join(home, "data") };
  const { status, stderr } = spawnSync(
    process.env.CITELOOM_PYTHON,
    ["-m", "citeloom", "write", path.join(paper, "main.tex"), "--in-place", "--method", method],
    { encoding: "utf8", env: { ...process.env, ...data } },
  );
  if (status !== 0) throw new Error(stderr);
  return { related: path.join(paper, "sections/related.tex"), data };
}

/** Starts an editor with the packaged extension, and a browser that shows it. */
export async function startExample(
  { folder, home, shots },
  env = {},
  { settings, flags, extensions = [] } = {},
) {
  const editor = await startEditor({
    folder,
    extensions: [path.join(here, "dist/citeloom.vsix"), ...extensions],
    settings: {
      "citeloom.server.path": process.env.CITELOOM_PYTHON,
      "citeloom.fetch": "off",
      "workbench.colorTheme": "Default Light Modern",
      ...settings,
    },
    flags: flags ?? ["--disable-workspace-trust"],
    env: { ...newcomer(home, "/usr/bin:/bin"), ...env },
  });
  const browser = await startBrowser(folder);
  const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);
  return { editor, browser, window, page: window.page };
}

/** Packages one of the folders beside this file, which stands in for another extension. */
export function packaged(name, folder) {
  const own = path.join(folder, name);
  cpSync(path.join(import.meta.dirname, name), own, { recursive: true });
  writeFileSync(path.join(own, "README.md"), "Stands in for another extension in a test.\n");
  const vsix = path.join(folder, `${name}.vsix`);
  const vsce = path.join(here, "node_modules/.bin/vsce");
  const flags = ["--allow-missing-repository", "--skip-license", "-o", vsix];
  const { status, stderr } = spawnSync(vsce, ["package", ...flags], { cwd: own, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return vsix;
}
