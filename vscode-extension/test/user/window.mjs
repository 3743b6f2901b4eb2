// The page of a VS Code window, with the few things that a user does in it.
import { mkdirSync } from "node:fs";
import * as path from "node:path";

export class Window {
  shots = 0;

  /** `folder` is where the pictures go. */
  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    page.setDefaultTimeout(120_000);
  }

  /** Opens a folder, or the folders that a file names. */
  async open(base, workspace) {
    const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
    await this.page.goto(`${base}/?${kind}=${encodeURIComponent(workspace)}`);
    await this.page.locator(".explorer-viewlet").first().waitFor();
  }

  async shot(name) {
    this.shots += 1;
    const number = String(this.shots).padStart(2, "0");
    const file = path.join(this.folder, `${number}-${name}.png`);
    // What slides in is shown where it ends.
    await this.page.screenshot({ path: file, animations: "disabled" });
    console.log(`shot ${number}-${name}`);
    return file;
  }

  /** Says what was seen last; that picture goes to another folder than those of the way. */
  async failed(error, folder) {
    process.exitCode = 1;
    console.log(error);
    this.folder = folder;
    const seen = await this.shot("failed").catch((fault) => `no picture: ${fault}`);
    console.log(`what was seen last: ${seen}`);
  }

  /** Opens a file by its name; the title of a preview names a file, too, and is no file. */
  async file(name) {
    const found = this.page.locator(".quick-input-list .monaco-list-row", { hasText: name });
    const is = { hasText: name.split("/").at(-1), hasNotText: "Preview: " };
    const tab = this.page.locator(".tab.active", is).first();
    const open = this.page.locator(".quick-input-widget").first();
    // A pick that closes meanwhile takes the click's effect with it.
    for (let tries = 0; tries < 3; tries++) {
      // Escape hides toasts where there is no pick.
      const isGone = open.waitFor({ state: "hidden", timeout: 2_000 });
      if (!(await happened(isGone))) await this.page.keyboard.press("Escape");
      await this.picked("Control+p", name, found);
      if (await happened(tab.waitFor({ timeout: 20_000 }))) return;
    }
    await tab.waitFor();
  }

  async command(title) {
    const found = this.page.locator(".quick-input-list .monaco-list-row", { hasText: title });
    await this.picked("F1", title, found);
  }

  /** Opens a quick pick by a key and clicks on what it finds; a lost key or letter is tried again. */
  async picked(key, text, found) {
    const input = this.page.locator(".quick-input-widget input:visible").first();
    for (let tries = 0; tries < 6; tries++) {
      await this.press(key, ".quick-input-widget input");
      // The palette keeps its ">" before what is typed.
      await input.fill(key === "F1" ? `>${text}` : text).catch(() => {});
      if (await happened(found.first().click({ timeout: 10_000 }))) {
        // Away from what lies under the row that was clicked: it would show its tooltip.
        await this.page.mouse.move(640, 790);
        return;
      }
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`${key} does not find ${text}`);
  }

  /** Types into what has the focus, in place of what it holds, until that has its effect. */
  async typed(text, shows) {
    for (let tries = 0; tries < 6; tries++) {
      await this.page.keyboard.press("Control+a");
      await this.page.keyboard.type(text);
      if (await happened(shows.waitFor({ timeout: 10_000 }))) return;
    }
    throw new Error(`'${text}' was typed, and nothing came of it`);
  }

  /** Clicks on what asks for a text and gives it, once more where the focus moved on and closed it. */
  async answered(target, text, shows) {
    const input = this.page.locator(".quick-input-widget input:visible").first();
    for (let tries = 0; tries < 6; tries++) {
      await target.click();
      const isGiven = happened(input.fill(text, { timeout: 10_000 }));
      if ((await isGiven) && (await happened(input.press("Enter", { timeout: 10_000 })))) break;
    }
    await shows.waitFor();
  }

  /** Presses a key until it has its effect: a press can be lost while a widget closes. */
  async press(key, shows) {
    const shown = this.page.locator(shows).first();
    for (let tries = 0; tries < 10; tries++) {
      await this.page.keyboard.press(key);
      if (await happened(shown.waitFor({ timeout: 3_000 }))) return;
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`${key} did not show ${shows}`);
  }

  /** Takes an action on what the cursor is at, as soon as it is offered. */
  async act(title, shot = "") {
    const rows = ".action-widget .monaco-list-row.action";
    const found = this.page.locator(rows, { hasText: title }).first();
    for (let tries = 0; tries < 6; tries++) {
      await this.press("Control+.", ".action-widget .monaco-list-row");
      if (await happened(found.waitFor({ timeout: 3_000 }))) {
        if (shot) await this.shot(shot);
        return found.click();
      }
      await this.page.keyboard.press("Escape");
    }
    throw new Error(`there is no action "${title}"`);
  }

  /** Clicks until that has its effect: what is clicked may be drawn anew just then. */
  async click(target, shows) {
    for (let tries = 0; tries < 6; tries++) {
      await target.click();
      if (await happened(shows.waitFor({ timeout: 15_000 }))) return;
    }
    throw new Error(`a click did not show ${shows}`);
  }

  /** Points at a word of a line until its hover is there. */
  async hover(word, shows) {
    const { page } = this;
    const token = page.locator(".view-line span span", { hasText: word }).first();
    const hover = page.locator(".monaco-hover:visible", { hasText: shows }).first();
    for (let tries = 0; tries < 6; tries++) {
      const box = await token.boundingBox();
      const text = await token.textContent();
      const at = (text.indexOf(word) + word.length / 2) / text.length;
      await page.mouse.move(box.x + box.width * at, box.y + box.height / 2, { steps: 4 });
      if (await happened(hover.waitFor({ timeout: 8_000 }))) return;
      await page.mouse.move(900, 700);
    }
    throw new Error(`there is no hover over ${word}`);
  }

  /** Waits for a notification, in the list of them if it is no longer in view; returns it. */
  async told(text) {
    const shown = this.page
      .locator(".notification-toast, .notifications-center .monaco-list-row", { hasText: text })
      .first();
    for (let tries = 0; tries < 12; tries++) {
      if (await happened(shown.waitFor({ timeout: 15_000 }))) return shown;
      await this.command("Notifications: Show Notifications");
    }
    throw new Error(`nothing says "${text}"`);
  }

  /** Clicks on a button of a notification, in the list of them if it is no longer in view. */
  async answer(text, button) {
    const shown = this.page.locator(".notification-toast, .notifications-center .monaco-list-row", {
      hasText: text,
    });
    for (let tries = 0; tries < 4; tries++) {
      const found = shown.getByRole("button", { name: button }).first();
      if (await happened(found.click({ timeout: tries ? 10_000 : 30_000 }))) return;
      await this.command("Notifications: Show Notifications");
    }
    throw new Error(`there is no button ${button} under "${text}"`);
  }

  /** Scrolls down a list until something is there: what is not in view is not in the page. */
  async scrolledTo(target, list) {
    await this.page.locator(list).first().hover();
    for (let tries = 0; tries < 60; tries++) {
      if (await happened(target.waitFor({ timeout: 1_000 })))
        return target.scrollIntoViewIfNeeded();
      await this.page.mouse.wheel(0, 200);
    }
    throw new Error(`there is no ${target} in ${list}`);
  }

  /** Waits until it is quiet: no progress, nothing starting. */
  async isRunning(options = {}) {
    await this.page.locator('.statusbar-item[id^="citeloom"] .codicon-book').waitFor(options);
  }

  /** Waits until the cursor's line has a text, by where both are drawn. */
  async ledTo(text) {
    const cursor = this.page.locator(".monaco-editor.focused .cursor").first();
    const middle = ({ y, height }) => y + height / 2;
    for (let tries = 0; ; tries++) {
      const [line, at] = [await this.line(text).boundingBox(), await cursor.boundingBox()];
      if (line && at && middle(at) > line.y && middle(at) < line.y + line.height) return;
      if (tries > 600) throw new Error(`the cursor is not at "${text}"`);
      await this.page.waitForTimeout(100);
    }
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

  /** A row of a quick pick. */
  row(text) {
    return this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  }

  lens(text) {
    return this.page.locator(".codelens-decoration a", { hasText: text }).first();
  }

  /** The document inside a webview. */
  webview() {
    // While a page is loaded anew, the frame of the one before stands beside it.
    return this.page.frameLocator("iframe.webview:visible").frameLocator("#active-frame");
  }
}

export function happened(work) {
  return work.then(
    () => true,
    () => false,
  );
}
