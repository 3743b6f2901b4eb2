// Runs the tests of test/host in the extension host of a real VS Code: alone, and beside extensions
// that give what texlab and LaTeX Workshop give.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { format } from "node:util";
import { newcomer, ownFolder, startBrowser, startEditor } from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = ownFolder("host");
const home = path.join(folder, "home");
mkdirSync(home);

const citeloom = path.join(here, "dist/citeloom.vsix");
const RUNS = [
  ["alone", [citeloom]],
  ["beside texlab", [citeloom, standIn("efoerster", "texlab")]],
  ["beside LaTeX Workshop", [citeloom, standIn("James-Yu", "latex-workshop")]],
];
const wanted = process.argv[2] ?? "";
for (const [name, extensions] of RUNS) {
  if (!name.includes(wanted)) continue;
  const code = await tests(path.join(folder, `run ${name}`), extensions);
  console.log(`${code === 0 ? "passed" : `FAILED (${code})`}: ${name}`);
  if (code !== 0) process.exitCode = 1;
}
if (!process.exitCode) console.log("PASSED");

/** Packages an extension by the id of another one, which gives what that gives. */
function standIn(publisher, name) {
  const own = path.join(folder, name);
  mkdirSync(own);
  const engines = { vscode: "^1.91.0" };
  const described = { publisher, name, version: "1.0.0", engines, main: "./main.cjs" };
  const manifest = { ...described, activationEvents: ["onLanguage:latex"] };
  writeFileSync(path.join(own, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(own, "README.md"), "Stands in for another extension in a test.\n");
  cpSync(path.join(here, "test/host/standin.cjs"), path.join(own, "main.cjs"));
  const vsix = path.join(folder, `${name}.vsix`);
  const vsce = path.join(here, "node_modules/.bin/vsce");
  const flags = ["--allow-missing-repository", "--skip-license", "-o", vsix];
  const { status, stderr } = spawnSync(vsce, ["package", ...flags], { cwd: own, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return vsix;
}

async function tests(own, extensions) {
  const paper = path.join(own, "paper");
  cpSync(path.join(here, "../examples"), paper, { recursive: true });
  const editor = await startEditor({
    folder: own,
    extensions,
    settings: { "citeloom.server.path": process.env.CITELOOM_PYTHON },
    flags: ["--disable-workspace-trust", "--enable-smoke-test-driver"],
    env: newcomer(home, "/usr/bin:/bin"),
  });
  const browser = await startBrowser(own);
  const page = browser.pages()[0] ?? (await browser.newPage());
  let code = "timeout";
  try {
    let done;
    const ended = new Promise((resolve) => {
      done = resolve;
    });
    await page.exposeFunction("codeAutomationLog", (_, words) => {
      const line = format(...words);
      if (line.startsWith("[citeloom] ")) console.log(line.slice(11));
    });
    await page.exposeFunction("codeAutomationExit", (value) => done(value));
    const remote = `vscode-remote://127.0.0.1:${editor.port}`;
    const payload = JSON.stringify([
      ["extensionDevelopmentPath", `${remote}${path.join(here, "test/host/none")}`],
      ["extensionTestsPath", `${remote}${path.join(here, "test/host/index.cjs")}`],
      ["skipWelcome", "true"],
      ["skipReleaseNotes", "true"],
    ]);
    const query = `folder=${encodeURIComponent(paper)}&payload=${encodeURIComponent(payload)}`;
    await page.goto(`${editor.base}/?${query}`);
    const timer = setTimeout(() => done("timeout"), 400_000);
    code = await ended;
    clearTimeout(timer);
  } finally {
    await browser.close();
    editor.stop();
  }
  return code;
}
