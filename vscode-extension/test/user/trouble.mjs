// What goes wrong on users' machines, each with its message, and an editor that goes on working.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import * as path from "node:path";
import {
  newcomer,
  ownFolder,
  servers,
  startBrowser,
  startEditor,
  until,
  Window,
} from "./editor.mjs";

const here = path.resolve(import.meta.dirname, "../..");
const folder = ownFolder("troüble");
const shots = path.join(process.env.CITELOOM_SHOTS ?? folder, "trouble");
const interpreter = process.env.CITELOOM_PYTHON;
const own = { "citeloom.server.path": interpreter };
const asked = "Citeloom needs Python 3.11 or newer; none found on this machine";

/** VS Code makes a link of this in a notification; a click runs the command. */
const LINK = "[Update now](command:workbench.action.toggleZenMode)";

/** Each: what is wrong (`with`, which may prepare the paper and the home), and what is seen of it. */
const CASES = {
  /** A setting that names a program that is none; set right, the server starts. */
  wrongInterpreter: {
    with: () => ({ settings: { "citeloom.server.path": "/nowhere/python" } }),
    async seen(window) {
      const words = "citeloom.server.path names /nowhere/python";
      await window.toast(words).waitFor();
      await window.shot("wrong-interpreter");
      await window.answer(words, "Open settings");
      const setting = window.page.locator(".setting-item", { hasText: "Path" });
      await setting.first().waitFor();
      await setting.locator("input").first().fill(interpreter);
      await window.file("related.tex");
      await window.lens("Write related work").waitFor();
    },
  },

  /** A setting that names a program that ends at once. */
  noServer: {
    with: () => ({ settings: { "citeloom.server.path": "/bin/true" } }),
    async seen(window) {
      await window.toast("could not be started as Citeloom's server").waitFor();
      await window.shot("no-server");
      assert.equal(await window.page.locator(".notification-toast").count(), 1);
      await typed(window);
    },
  },

  /** A setting that names a program that says nothing. */
  silentServer: {
    with: ({ at }) => ({ settings: { "citeloom.server.path": script(at, "exec sleep 3600") } }),
    async seen(window) {
      await window.toast("did not answer as Citeloom's server").waitFor();
      await window.shot("silent-server");
      await typed(window);
    },
  },

  /** The server dies while it writes, then idle: it is there again. Once more: it is said to be down. */
  killed: {
    with: () => ({ settings: own }),
    async seen(window, editor) {
      await window.lens("Write related work").click();
      await window.status(/Citeloom: ./).waitFor();
      const gone = [];
      for (let times = 0; times < 3; times++) {
        const alive = () => servers(editor).filter((pid) => !gone.includes(pid));
        await until(() => alive().length, "a new server");
        if (times) await window.isRunning();
        const [pid] = alive();
        process.kill(pid, "SIGKILL");
        gone.push(pid);
        await until(() => !servers(editor).includes(pid), "the end of the old server");
      }
      const words = "is not started again";
      await window.toast(words).waitFor();
      await window.shot("killed");
      await typed(window);
      await window.answer(words, "Try again");
      await window.isRunning();
      await window.lens("Write related work").waitFor();
      // What was being written is not lost without a word.
      await window.answer("Stopped with the server", "Write again");
      await window.told("Related work written");
    },
  },

  /** A model's endpoint that takes no key. */
  refusingEndpoint: {
    async with({ home }) {
      const refusing = createServer((_, response) => {
        response.writeHead(401, { "content-type": "application/json" });
        response.end(
          JSON.stringify({ error: { message: "no such key", code: "invalid_api_key" } }),
        );
      });
      await new Promise((resolve) => refusing.listen(0, "127.0.0.1", resolve));
      endpoint(home, `http://127.0.0.1:${refusing.address().port}/v1`);
      refusing.unref();
      return { settings: { ...own, "citeloom.method": "chatcite" } };
    },
    async seen(window) {
      await window.lens("Write related work").click();
      await window.toast(/127\.0\.0\.1.*key/s).waitFor();
      await window.shot("refusing-endpoint");
      await unharmed(window);
    },
  },

  /** A model's endpoint where nobody is. */
  noEndpoint: {
    with({ home }) {
      endpoint(home, "http://127.0.0.1:9/v1");
      return { settings: { ...own, "citeloom.method": "chatcite" } };
    },
    async seen(window) {
      await window.lens("Write related work").click();
      await window.toast(/127\.0\.0\.1/).waitFor();
      await window.shot("no-endpoint");
      await unharmed(window);
    },
  },

  /** A project of 200 files and 600 entries: written into while somebody types. */
  manyFiles: {
    with({ paper }) {
      many(paper);
      return { settings: own };
    },
    async seen(window) {
      const written = "Related work written";
      await window.lens("Write related work").click();
      await window.file("part7.tex");
      await window.line("Part 7").click();
      await window.page.keyboard.type("typed while it writes ");
      await window.line("typed while it writes").waitFor();
      await window.told(written);
      await window.shot("many-files");
      await window.answer(written, "Insert");
      await window.line("citeloom:begin").waitFor();
      await window.hover("key", /Paper \d+/);
    },
  },

  /** A paper of somebody else's names programs to run; nobody said that the folder is trusted. */
  untrusted: namingPrograms({ settings: own, flags: [] }),

  /** The same where the folder is trusted. */
  trusted: namingPrograms({ settings: own }),

  /** A stranger's settings and keys are words in messages, and no links that run commands. */
  hostileWords: {
    with({ paper }) {
      mkdirSync(path.join(paper, ".vscode"));
      const theirs = { "citeloom.method": LINK };
      writeFileSync(path.join(paper, ".vscode/settings.json"), JSON.stringify(theirs));
      writeFileSync(path.join(paper, "citeloom.toml"), `"${LINK}" = 1\n`);
      const related = path.join(paper, "sections/related.tex");
      appendFileSync(related, `\nMore \\cite{${LINK}}.\n`);
      return { settings: own, flags: [] };
    },
    async seen(window) {
      await window.status("Restricted Mode").waitFor();
      const shown = window.toast("Update now");
      await window.lens("Write related work").click();
      await shown.waitFor();
      await window.shot("hostile-words");
      await hasNoLink(shown);
    },
  },

  /** A section beside the paper's folder: not written before its user allows it. */
  outsideOfTheFolder: {
    with({ at, paper }) {
      const related = path.join(paper, "sections/related.tex");
      const text = readFileSync(related, "utf8").replace("../main.tex", "paper/main.tex");
      writeFileSync(path.join(at, "shared.tex"), text);
      rmSync(related);
      const main = path.join(paper, "main.tex");
      const inputs = readFileSync(main, "utf8").replace("{sections/related}", "{../shared}");
      writeFileSync(main, inputs);
      return { settings: { ...own, "citeloom.fetch": "off" }, opens: "main.tex" };
    },
    async seen(window, _editor, { at, paper }) {
      const file = path.join(at, "shared.tex");
      const before = readFileSync(file, "utf8");
      const [written, question] = ["Related work written", "lies outside the project"];
      await window.isRunning();
      await window.command("Citeloom: Write Related Work");
      await window.answer(written, "Preview");
      const insert = window.webview().locator(".insert").first();
      await insert.click();
      await window.toast(question).waitFor();
      await window.shot("outside-of-the-folder");
      assert.match(await window.toast(question).textContent(), /shared\.tex/);
      assert.equal(await window.page.locator(".notification-toast .codicon-error").count(), 0);
      await window.answer(question, "Not now");
      await window.toast(question).waitFor({ state: "detached" });

      // The text still waits, and nothing is written.
      assert.equal(await insert.count(), 1);
      assert.equal(readFileSync(file, "utf8"), before);
      assert.ok(!existsSync(path.join(paper, ".citeloom")));

      await insert.click();
      await window.answer(question, "Allow");
      await window.page.locator(".tab.active", { hasText: "shared.tex" }).waitFor();
      await window.line("citeloom:begin").click();
      await insert.waitFor({ state: "detached" });
      await window.shot("outside-allowed");
      await window.page.keyboard.press("Control+s");
      await until(() => readFileSync(file, "utf8").includes("citeloom:end"));
      assert.equal(await window.page.locator(".notification-toast .codicon-error").count(), 0);
    },
  },

  /** The first start of somebody whose network lets no packages through. */
  noNetwork: {
    with({ at }) {
      const bin = path.join(at, "bin");
      mkdirSync(bin);
      symlinkSync(process.env.CITELOOM_BARE_PYTHON, path.join(bin, "python3"));
      const env = { PATH: bin, PIP_CONFIG_FILE: "/dev/null", PIP_RETRIES: "0" };
      return {
        env: { ...env, PIP_INDEX_URL: "http://127.0.0.1:9/simple", PIP_EXTRA_INDEX_URL: "" },
      };
    },
    async seen(window) {
      const words = "the packages could not be fetched. The first start needs the network";
      await window.toast(words).waitFor();
      await window.shot("no-network");
      for (const name of ["Try again", "Choose interpreter", "Show log"]) {
        await window.toast(words).getByRole("button", { name }).waitFor();
      }
      await typed(window);
    },
  },

  /** No Python and no uv anywhere. */
  noPython: {
    with: () => ({ env: { PATH: "/nowhere" }, hidden: true }),
    async seen(window) {
      await window.toast(asked).waitFor();
      await window.shot("no-python");
      // One state, one message: what needs the server says the same.
      await window.command("Citeloom: Write Related Work");
      await window.toast(asked).waitFor();
      // For a moment both may be there: the second takes the place of the first.
      const toasts = window.page.locator(".notification-toast");
      await until(async () => (await toasts.count()) === 1, "a single toast");
      await window.page
        .locator(".activitybar .action-label[aria-label^='Citeloom']")
        .first()
        .click();
      await window.page.locator(".part.sidebar", { hasText: "is not running" }).waitFor();
      await window.shot("no-python-view");
      for (const name of ["Get Python", "Choose interpreter", "Try again", "Show log"]) {
        await window.toast(asked).getByRole("button", { name }).waitFor();
      }
      await typed(window);
    },
  },
};

const wanted = process.argv.slice(2);
const browser = await startBrowser(folder);
const window = new Window(browser.pages()[0] ?? (await browser.newPage()), shots);

for (const [name, { with: prepare, seen }] of Object.entries(CASES)) {
  if (wanted.length && !wanted.includes(name)) continue;
  const at = path.join(folder, name);
  const [paper, home] = [path.join(at, "paper"), path.join(at, "home")];
  mkdirSync(home, { recursive: true });
  cpSync(path.join(here, "../examples"), paper, { recursive: true });
  const place = { at, paper, home };
  const given = await prepare(place);
  if (given.hidden && spawnSync("/usr/bin/unshare", ["-rm", "true"]).status !== 0) {
    console.log(`${name}: this machine lets nobody hide its Python (unshare -rm)`);
    if (process.env.CI) process.exitCode = 1;
    continue;
  }
  const editor = await startEditor({
    folder: at,
    extensions: [path.join(here, "dist/citeloom.vsix")],
    settings: given.settings,
    flags: given.flags ?? ["--disable-workspace-trust"],
    env: { ...newcomer(home, "/usr/bin:/bin:/usr/sbin"), ...given.env },
    hidden: given.hidden,
  });
  try {
    await window.open(editor.base, paper);
    await window.file(given.opens ?? "related.tex");
    await seen(window, editor, place);
    console.log(`passed: ${name}`);
  } catch (error) {
    await window.failed(new Error(name, { cause: error }), folder);
    break;
  } finally {
    await window.page.goto("about:blank");
    editor.stop();
  }
}
await browser.close();
if (!process.exitCode) console.log("PASSED");

/** The editor goes on: what is typed is there, and goes when it is taken back. */
async function typed(window) {
  await window.line("sec:related").click();
  await window.page.keyboard.press("Control+End");
  await window.page.keyboard.type("still here");
  await window.line("still here").waitFor();
  await window.page.keyboard.press("Control+z");
  await window.line("still here").waitFor({ state: "detached" });
}

/** A notification shows all of `LINK` as words. */
async function hasNoLink(notification) {
  assert.match(await notification.textContent(), /\[Update now\] \(command:workbench/);
  assert.equal(await notification.locator(".notification-list-item-message a").count(), 0);
}

/** Nothing was written, and it can be tried again. */
async function unharmed(window) {
  await window.isRunning();
  await window.lens("Write related work").waitFor();
  assert.equal(await window.line("citeloom:begin").count(), 0);
  await typed(window);
}

function script(at, line) {
  const file = path.join(at, "prögram");
  writeFileSync(file, `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  return file;
}

function endpoint(home, address) {
  const config = path.join(home, ".config/citeloom");
  mkdirSync(config, { recursive: true });
  const model = `[model]\nprovider = "custom"\naddress = "${address}"\nname = "some-model"\n`;
  writeFileSync(path.join(config, "config.toml"), model);
}

/** A case in which the settings of the paper's folder name programs and give leave to ask. */
function namingPrograms(how) {
  return {
    with({ paper, at }) {
      const program = script(at, `touch "${at}/was-run"`);
      mkdirSync(path.join(paper, ".vscode"));
      const theirs = {
        "citeloom.server.path": program,
        "citeloom.fetch": "on",
      };
      writeFileSync(path.join(paper, ".vscode/settings.json"), JSON.stringify(theirs));
      return how;
    },
    async seen(window, _editor, { at }) {
      if (how.flags) await window.status("Restricted Mode").waitFor();
      await window.lens("Write related work").waitFor();
      await window.shot(how.flags ? "untrusted" : "trusted");
      assert.ok(!existsSync(path.join(at, "was-run")));
    },
  };
}

/** Makes a paper of 200 files that cites 600 papers. */
function many(paper) {
  const numbers = Array.from({ length: 600 }, (_, number) => number);
  const entries = numbers.map(
    (number) => `@article{key${number},
  title = {Paper ${number} on Summaries of Kind ${number % 7}},
  author = {Author${number}, Ann},
  year = {${1990 + (number % 30)}},
  abstract = {We study summaries of kind ${number % 7}. We propose a method for problem ${number}.
    The results of experiment ${number} show that it is better than what was there before.},
}\n`,
  );
  writeFileSync(path.join(paper, "references.bib"), entries.join("\n"));
  const parts = Array.from({ length: 200 }, (_, part) => part);
  for (const part of parts) {
    const keys = [0, 1, 2].map((one) => `key${part * 3 + one}`).join(",");
    const text = `% !TEX root = main.tex\n\\section{Part ${part}}\nAs is known~\\cite{${keys}}.\n`;
    writeFileSync(path.join(paper, `part${part}.tex`), text);
  }
  const main = path.join(paper, "main.tex");
  const inputs = parts.map((part) => `\\input{part${part}}`).join("\n");
  const text = readFileSync(main, "utf8").replace("\\end{document}", `${inputs}\n\\end{document}`);
  writeFileSync(main, text);
}
