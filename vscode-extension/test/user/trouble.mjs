// What goes wrong on users' machines, each with its message, and an editor that goes on working.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { newcomer, startBrowser, startEditor, Window } from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "citeloom-trouble-"));
const shots = process.env.CITELOOM_SHOTS ?? path.join(folder, "shots");
const first = Number(process.env.CITELOOM_PORT ?? 18310);
const interpreter = process.env.CITELOOM_PYTHON;
const wheel = path.join(here, "dist/citeloom.vsix");
const paper = path.join(folder, "paper");
cpSync(path.join(here, "../examples"), paper, { recursive: true });
const home = path.join(folder, "home");
mkdirSync(home);

const CASES = {
  /** A setting that names a program that is none. */
  async wrongInterpreter(window) {
    const toast = window.toast("citeloom.server.interpreter names /nowhere/python");
    await toast.waitFor({ timeout: 60_000 });
    await window.shot("wrong-interpreter");
    await toast.getByRole("button", { name: "Open Settings" }).click();
    const setting = window.page.locator(".setting-item", { hasText: "Interpreter" });
    await setting.first().waitFor();
    await setting.locator("input").first().fill(interpreter);
    await window.file("related.tex");
    await window.lens("Write related work").waitFor({ timeout: 60_000 });
  },

  /** A setting that names a program that is no language server. */
  async noServer(window) {
    const toast = window.toast("does not start as Citeloom's server");
    await toast.waitFor({ timeout: 60_000 });
    await window.shot("no-server");
    assert.equal(await window.page.locator(".notification-toast").count(), 1);
  },

  /** The server dies twice and is there again, dies once more and is said to be down. */
  async killed(window) {
    let last = 0;
    for (let times = 0; times < 3; times++) {
      await until(() => servers().some((one) => one !== last));
      await window.page.locator(".statusbar-item .codicon-book").waitFor();
      [last] = servers().filter((one) => one !== last);
      process.kill(last, "SIGKILL");
      await until(() => !servers().includes(last));
    }
    const toast = window.toast("is not started again");
    await toast.waitFor();
    await window.shot("killed");
    await window.page.locator(".monaco-editor .view-line").first().click();
    await window.page.keyboard.press("Control+End");
    await window.page.keyboard.type("still here");
    await window.line("still here").waitFor();
    await toast.getByRole("button", { name: "Try Again" }).click();
    await window.lens("Write related work").waitFor({ timeout: 60_000 });
    await window.page.keyboard.press("Control+z");
  },

  /** A paper of somebody else's names a program to run; nobody said that the folder is trusted. */
  async untrusted(window) {
    await window.status("Restricted Mode").waitFor();
    await window.lens("Write related work").waitFor({ timeout: 60_000 });
    await window.shot("untrusted");
    assert.ok(!readdirSync(folder).includes("was-run"));
  },

  /** No Python and no uv anywhere. */
  async noPython(window) {
    const toast = window.toast("none was found on this machine");
    await toast.waitFor({ timeout: 60_000 });
    for (const name of ["Get Python", "Choose Interpreter", "Try Again", "Show Log"]) {
      await toast.getByRole("button", { name }).waitFor();
    }
    await window.shot("no-python");
  },
};

const good = { "citeloom.server.interpreter": interpreter };
const trusting = ["--disable-workspace-trust"];
const RUNS = [
  ["wrongInterpreter", { settings: { "citeloom.server.interpreter": "/nowhere/python" } }],
  ["noServer", { settings: { "citeloom.server.path": "/bin/true" } }],
  ["killed", { settings: good }],
  ["untrusted", { settings: good, flags: [] }],
  ["noPython", { settings: {}, hidden: true }],
];
const chosen = process.argv.slice(2);
const browser = await startBrowser(folder);
const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);
const trap = path.join(folder, "trap.sh");
writeFileSync(trap, `#!/bin/sh\ntouch "${folder}/was-run"\n`, { mode: 0o755 });

for (const [index, [name, { settings, flags = trusting, hidden = false }]] of RUNS.entries()) {
  if (chosen.length && !chosen.includes(name)) continue;
  if (hidden && !canHide()) {
    console.log(`SKIPPED ${name}: this machine lets nobody hide its Python`);
    continue;
  }
  mkdirSync(path.join(paper, ".vscode"), { recursive: true });
  const own = name === "untrusted" ? { "citeloom.server.path": trap } : {};
  writeFileSync(path.join(paper, ".vscode/settings.json"), JSON.stringify(own));
  const env = newcomer(home, hidden ? "/nowhere" : "/usr/bin:/bin:/usr/sbin");
  const port = first + index;
  const extensions = [wheel];
  const editor = await startEditor({ folder, port, extensions, settings, flags, env, hidden });
  try {
    await window.open(editor.base, paper);
    await window.file("related.tex");
    await CASES[name](window, editor);
    console.log(`PASSED ${name}`);
  } catch (error) {
    console.log(`FAILED ${name}`, error);
    await window.shot(`failed-${name}`);
    process.exitCode = 1;
  } finally {
    await window.page.goto("about:blank");
    editor.stop();
  }
}
await browser.close();

/** Processes of the server below the editor's. */
function servers() {
  const found = spawnSync("pgrep", ["-f", `${interpreter} -m citeloom serve`], {
    encoding: "utf8",
  });
  return found.stdout.split("\n").filter(Boolean).map(Number);
}

function canHide() {
  return spawnSync("unshare", ["-rm", "true"]).status === 0;
}

async function until(holds) {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 600, "it does not come to be");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
