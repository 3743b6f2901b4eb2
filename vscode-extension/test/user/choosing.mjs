// From no model to a text by one: the steps that the way `models` and a newcomer's measure share.

export const chosen = "now uses";
export const written = "Related work written";

/** What is clicked on the way to a text, counted. */
export class Choosing {
  clicks = 0;

  constructor(window) {
    this.window = window;
    this.dialog = window.page.locator(".monaco-dialog-box");
  }

  async click(done) {
    this.clicks += 1;
    await done;
  }

  row(text) {
    const rows = this.window.page.locator(".quick-input-list .monaco-list-row", { hasText: text });
    return rows.first();
  }

  button(name) {
    return this.dialog.getByRole("button", { name, exact: true }).first();
  }

  /** Waits for a model of this machine in the open list, beside a model of the editor's. */
  async local(name, beside) {
    await this.row(beside).waitFor();
    // It is asked once who is on this machine, and a busy one may answer too late.
    for (let tries = 0; tries < 5 && !(await this.row(name).isVisible()); tries++) {
      await this.window.page.keyboard.press("Escape");
      await this.row(beside).waitFor({ state: "detached" });
      await this.window.command("Citeloom: Choose Model");
      await this.row(beside).waitFor();
    }
    await this.row(name).waitFor();
  }

  /** Picks a model of the editor's from the open list, and lets it be asked. */
  async editors(name) {
    await this.click(this.row(name).click());
    await this.click(this.button("Allow").click());
    await this.window.toast(chosen).waitFor();
  }

  /** Inserts the text that is written. */
  async insert() {
    await this.click(this.window.answer(written, "Insert"));
    await this.window.line("citeloom:begin").waitFor();
  }
}
