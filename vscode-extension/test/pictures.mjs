// Makes the pictures of docs/vscode.md anew, by going the ways; those of the walkthrough too.
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";

const WAYS = [
  "way",
  "writing",
  "waiting",
  "changes",
  "revising",
  "weaving",
  "references",
  "suggestions",
  "graphs",
  "reading",
  "outline",
  "abstracts",
  "questions",
  "models",
  "claims",
];
const WALKTHROUGH = {
  hover: "hover",
  preview: "preview",
  inserted: "insert",
  "abstracts/abstracts": "abstracts",
};

// As make test-editors has them.
const python = path.resolve("../.venv/bin/python");
const tools = {
  CITELOOM_EDITORS: path.resolve("build/editors"),
  CITELOOM_PYTHON: python,
  CITELOOM_BARE_PYTHON: realpathSync(python),
};
const made = mkdtempSync(path.join(tmpdir(), "citeloom-pictures-"));
const go = (way, further) => {
  const env = { ...tools, ...process.env, ...further };
  execFileSync(process.execPath, [`test/user/${way}.mjs`], { env, stdio: "inherit" });
};
for (const way of WAYS) go(way, { CITELOOM_SHOTS: made });
// The first steps once more, for readers of a dark page.
go("way", { CITELOOM_SHOTS: path.join(made, "dark"), CITELOOM_THEME: "Dark Modern" });
const docs = "../docs";
const shown = readFileSync(`${docs}/vscode.md`, "utf8").matchAll(
  /[("]images\/vscode\/([^)"]+)[)"]/g,
);
rmSync(`${docs}/images/vscode`, { recursive: true });
for (const [, name] of shown) {
  const to = path.join(docs, "images/vscode", name);
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(path.join(made, name), to);
}
for (const [name, as] of Object.entries(WALKTHROUGH)) {
  const own = path.join(made, path.dirname(name));
  const picture = `${path.basename(name)}.png`;
  const found = readdirSync(own).find((file) => file.replace(/^\d+-/, "") === picture);
  copyFileSync(path.join(own, found), `media/walkthrough/${as}.png`);
}
