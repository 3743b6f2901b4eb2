// Questions that wait until they are answered: in a notification that hides itself or is closed, and
// all the while in the status bar.
import * as vscode from "vscode";
import { isNo, sayTooLate } from "./ended";
import { shown } from "./shown";
import { type Gravity, notify, pick } from "./window";

export interface Question {
  readonly message: string;
  readonly gravity: Gravity;
  readonly buttons: readonly string[];
}

export class Questions implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "citeloom.question",
    vscode.StatusBarAlignment.Left,
  );
  private readonly waiting = new Map<Question, (answer: string | undefined) => void>();
  /** Those that nobody waits for any more, whose notifications may still be there. */
  private readonly ended = new WeakSet<Question>();

  constructor() {
    this.item.name = "Citeloom's Questions";
    this.item.command = "citeloom.showQuestion";
  }

  /** All that wait, the oldest first. */
  get all(): readonly Question[] {
    return [...this.waiting.keys()];
  }

  /** Asks; the answer is a button, or undefined where nobody wants to know any more. */
  ask(
    gravity: Gravity,
    message: string,
    ...buttons: readonly string[]
  ): Promise<string | undefined> {
    const question = { gravity, message, buttons };
    return new Promise((resolve) => {
      this.waiting.set(question, resolve);
      this.changed();
      void this.bring(question);
    });
  }

  /** Shows the notification of a question again, or lets the user pick which. */
  async show(question?: Question): Promise<void> {
    if (!this.waiting.size) return;
    const rows = this.all.map((waiting) => ({ label: nameOf(waiting), question: waiting }));
    const only = rows.length === 1 ? rows[0] : undefined;
    const chosen = question ?? (only ?? (await pick(rows, { title: "Citeloom Asks" })))?.question;
    if (chosen && this.waiting.has(chosen)) await this.bring(chosen);
  }

  /** Forgets all: who has asked them has ended. */
  end(): void {
    const resolves = [...this.waiting.values()];
    for (const question of this.all) this.ended.add(question);
    this.waiting.clear();
    for (const resolve of resolves) resolve(undefined);
    this.changed();
  }

  /** VS Code closes a notification that says the same: there is one of a question. */
  private async bring(question: Question): Promise<void> {
    const answer = await notify(question.gravity, question.message, ...question.buttons);
    const resolve = this.waiting.get(question);
    if (answer !== undefined && !isNo(answer) && this.ended.has(question)) await sayTooLate();
    if (answer === undefined || !resolve) return;
    this.waiting.delete(question);
    resolve(answer);
    this.changed();
  }

  private changed(): void {
    const { all } = this;
    this.item.text =
      all.length > 1 ? `$(question) Citeloom asks (${all.length})` : "$(question) Citeloom asks";
    this.item.tooltip = [...all.map(({ message }) => shown(message)), "Click to answer."].join(
      "\n",
    );
    this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
    if (all.length) this.item.show();
    else this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** Returns a question in as few words as it has: up to its question mark. */
export function nameOf({ message }: Question): string {
  return /^.*?\?/.exec(message)?.[0] ?? message;
}
