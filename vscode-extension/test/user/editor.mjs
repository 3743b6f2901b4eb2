// A real VS Code (code-server) with the packaged extension, and a browser that looks at it.
import { spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { chromium } from "playwright-core";

export { happened, Window } from "./window.mjs";

const SETTINGS = {
  // Else VS Code tells of the ports of other programs of the machine.
  "remote.autoForwardPorts": false,
  "telemetry.telemetryLevel": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": "off",
  "update.mode": "none",
  "editor.minimap.enabled": false,
  "editor.wordWrap": "on",
  // What is found of past editors moves, while it is clicked on, when the search of files ends.
  "search.quickOpen.includeHistory": false,
  // In a browser VS Code saves by itself; on a desk it does not.
  "files.autoSave": "off",
};

const BROWSER = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  // Letters in shades of grey: pictures of half the size.
  "--disable-lcd-text",
  "--disable-sync",
  // Nothing but this machine can be reached: what needs the network would be seen to fail.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

/** Runs what follows without the Pythons of this machine, for itself alone. */
const HIDE = `for one in /usr/bin/python3* /usr/local/bin/python3* /usr/local/bin/python; do
  [ -f "$one" ] && /bin/mount --bind /dev/null "$(/usr/bin/readlink -f "$one")"
done
exec "$@"`;

const started = [];

// Whatever becomes of a way, no editor outlives it, and the logs are told if it failed.
process.on("exit", (code) => {
  for (const { server, logged, own } of started) {
    server.kill();
    if (code)
      for (const one of [logged, ...ourLogs(own)]) console.log(`${one}:\n${lastLines(one)}`);
  }
});

/** Returns a new folder for a way to leave its files in. */
export function ownFolder(name) {
  return mkdtempSync(path.join(tmpdir(), `citeloom ${name} `));
}

/**
 * The environment of somebody who has just begun: a home without anything, a PATH with one program.
 * VS Code must not ask a login shell for another one.
 */
export function newcomer(home, bin) {
  const pip = Object.entries(process.env).filter(([name]) => name.startsWith("PIP_"));
  return { HOME: home, PATH: bin, LANG: "C.UTF-8", VSCODE_CLI: "1", ...Object.fromEntries(pip) };
}

/**
 * Installs the extensions into a VS Code of its own in `folder`, and starts it on a free port. If the
 * way fails, its log is printed at the end.
 */
export async function startEditor({
  folder,
  extensions,
  settings = {},
  flags = [],
  env,
  hidden = false,
}) {
  const port = await freePort();
  const tools = process.env.CITELOOM_EDITORS;
  const node = path.join(tools, "node");
  const main = path.join(tools, "node_modules/code-server/lib/vscode/out/server-main.js");
  const own = path.join(folder, `vscode-${port}`);
  mkdirSync(path.join(own, "data/User"), { recursive: true });
  const theme = process.env.CITELOOM_THEME;
  const all = { ...SETTINGS, ...settings, ...(theme && { "workbench.colorTheme": theme }) };
  writeFileSync(path.join(own, "data/User/settings.json"), JSON.stringify(all));
  // What names programs of this machine counts where the server of VS Code has its settings.
  const programs = Object.entries(settings).filter(([name]) => name.startsWith("citeloom.server."));
  mkdirSync(path.join(own, "data/Machine"));
  const machine = JSON.stringify(Object.fromEntries(programs));
  writeFileSync(path.join(own, "data/Machine/settings.json"), machine);
  const places = ["--server-data-dir", `${own}/server`, "--user-data-dir", `${own}/data`];
  places.push("--extensions-dir", `${own}/extensions`, "--accept-server-license-terms");
  for (const extension of extensions) {
    const install = [main, "--install-extension", extension, "--force", ...places];
    const { status, stderr } = spawnSync(node, install, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }
  const logged = path.join(own, "log.txt");
  const log = openSync(logged, "a");
  const serve = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
  serve.push("--telemetry-level", "off", ...flags);
  const run = [node, main, ...serve, ...places];
  const [program, ...given] = hidden
    ? ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", HIDE, "sh", ...run]
    : run;
  const server = spawn(program, given, { env, stdio: ["ignore", log, log] });
  started.push({ server, logged, own });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const answered = await fetch(`${base}/version`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (server.exitCode !== null) throw new Error(`VS Code has ended: ${lastLines(logged)}`);
    if (answered) break;
    if (tries > 480) throw new Error("VS Code does not answer");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { base, own, port, process: server, stop: () => server.kill() };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The files of the output channel "Citeloom". */
function ourLogs(own) {
  const entries = readdirSync(path.join(own, "data/logs"), { recursive: true });
  return entries
    .filter((name) => /citeloom.*\.log$/i.test(name))
    .map((name) => path.join(own, "data/logs", name));
}

function lastLines(file) {
  return readFileSync(file, "utf8").split("\n").slice(-30).join("\n");
}

/** Opens a browser; everything it needs from elsewhere than this machine is refused. */
export async function startBrowser(folder) {
  return chromium.launchPersistentContext(path.join(folder, "profile"), {
    executablePath: process.env.CITELOOM_CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: BROWSER,
  });
}

/** The processes of Citeloom's server in an editor, by what /proc says (Linux). */
export function servers(editor) {
  const rows = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const parents = new Map();
  for (const pid of rows) {
    const parent = read(`/proc/${pid}/stat`).split(") ").at(-1).split(" ")[1];
    parents.set(pid, parent);
  }
  const isBelow = (pid) =>
    pid === String(editor.process.pid) || (parents.has(pid) && isBelow(parents.get(pid)));
  return rows
    .filter((pid) => read(`/proc/${pid}/cmdline`).endsWith("citeloom\0serve\0") && isBelow(pid))
    .map(Number);
}

/** A process may go while it is looked at. */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Waits for something that no page shows. */
export async function until(holds, what = String(holds)) {
  for (const began = Date.now(); !(await holds()); ) {
    if (Date.now() - began > 120_000) throw new Error(`it does not come to be: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
