// The one place that has VS Code show messages and rows: what is shown has no link and no icon of
// others in it.
import * as vscode from "vscode";
import { shown } from "./shown";

export type Gravity = "error" | "warning" | "information";

/** So much of a notification without a button is seen: it has one line, the rest is cut off. */
const FITS = 50;
/** Has a notification shown in full, and does nothing. */
const OK = "OK";

/** Shows a notification, all of it; returns the button that was taken. */
export async function notify(
  gravity: Gravity,
  message: string,
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const words = shown(message);
  const titles = buttons.length || words.length <= FITS ? buttons : [OK];
  const { window } = vscode;
  const show = {
    error: window.showErrorMessage,
    warning: window.showWarningMessage,
    information: window.showInformationMessage,
  }[gravity] as (message: string, ...buttons: string[]) => Thenable<string | undefined>;
  const taken = await show(words, ...titles);
  return taken !== undefined && buttons.includes(taken) ? taken : undefined;
}

/** Asks in a dialog that has to be answered; the detail has several lines. */
export function ask(
  message: string,
  detail: string,
  ...buttons: readonly vscode.MessageItem[]
): Thenable<vscode.MessageItem | undefined> {
  const options = { modal: true, detail: detail.split("\n").map(shown).join("\n") };
  return vscode.window.showInformationMessage(shown(message), options, ...buttons);
}

/** Asks for a line of text; what is typed is left as it is. */
export function askForLine(options: vscode.InputBoxOptions): Thenable<string | undefined> {
  const { title = "", prompt = "" } = options;
  const asked = { ignoreFocusOut: true, ...options, title: shown(title), prompt: shown(prompt) };
  return vscode.window.showInputBox(asked);
}

/** Shows that something goes on, until it has ended; its user can cancel it. */
export function whileShown<T>(
  title: string,
  work: (token: vscode.CancellationToken, report: (message: string) => void) => Promise<T>,
): Thenable<T> {
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: shown(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, token) =>
    work(token, (message) => progress.report({ message: shown(message) })),
  );
}

/** A row to be picked; its icon is one of ours. */
export interface Row {
  readonly label: string;
  readonly icon?: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
  /** Whether it is no choice: it stands over the rows below it. */
  readonly isHeading?: boolean;
}

/** Lets the user pick one row. */
export async function pick<T extends Row>(
  rows: readonly T[] | Promise<readonly T[]>,
  options: vscode.QuickPickOptions,
): Promise<T | undefined> {
  const items = Promise.resolve(rows).then((found) => found.map(item));
  return (await vscode.window.showQuickPick(items, options))?.row;
}

/** Lets the user pick one of some lines, or type another; `lines` are those for what is typed. */
export function pickOrType(
  options: { readonly title: string; readonly placeholder: string },
  lines: (typed: string) => readonly string[],
): Promise<string | undefined> {
  const box = Object.assign(
    vscode.window.createQuickPick<{ label: string; line: string }>(),
    options,
  );
  const fill = () => {
    box.items = lines(box.value).map((line) => ({ label: shown(line), line }));
  };
  fill();
  return new Promise((resolve) => {
    box.onDidChangeValue(fill);
    box.onDidAccept(() => {
      // Who types fast is ahead of the lines.
      resolve(box.selectedItems[0]?.line || box.value.trim() || undefined);
      box.dispose();
    });
    box.onDidHide(() => resolve(undefined));
    box.show();
  });
}

/** Lets the user pick several rows. */
export async function pickSeveral<T extends Row>(
  rows: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<readonly T[] | undefined> {
  const all = { ...options, canPickMany: true as const };
  return (await vscode.window.showQuickPick(rows.map(item), all))?.map(({ row }) => row);
}

function item<T extends Row>(row: T): vscode.QuickPickItem & { row: T } {
  const { label, icon, description, detail, picked, isHeading } = row;
  return {
    ...(isHeading && { kind: vscode.QuickPickItemKind.Separator }),
    label: icon ? `$(${icon}) ${shown(label)}` : shown(label),
    ...(description !== undefined && { description: shown(description) }),
    ...(detail !== undefined && { detail: shown(detail) }),
    ...(picked !== undefined && { picked }),
    row,
  };
}
