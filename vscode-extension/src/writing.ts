// What a user does by command: write, take what was written, cancel.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { entries, execute, offers } from "./requests";

/** Starts to write for the section at the cursor, or for the draft's related-work section. */
export async function write(client: LanguageClient, keys?: readonly string[]): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const inDraft = editor && /\.(tex|ltx)$/i.test(editor.document.uri.path);
  const place = inDraft && {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  };
  await execute(client, "write", { ...place, ...(keys && { keys }) });
}

/** Lets the user choose references, then writes about them. */
export async function writeAbout(client: LanguageClient): Promise<void> {
  const items = (await entries(client, "")).map(({ name }) => {
    const [key = name, ...title] = name.split(": ");
    return { label: key, detail: title.join(": ") };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: "Citeloom: References to Write About",
    placeHolder: "Type a key, an author or words of a title",
    canPickMany: true,
    matchOnDetail: true,
  });
  if (chosen?.length)
    await write(
      client,
      chosen.map((one) => one.label),
    );
}

/** Lets the user choose the method; the choice is kept in the settings. */
export async function chooseMethod(setting: {
  readonly enum: readonly string[];
  readonly enumItemLabels: readonly string[];
  readonly enumDescriptions: readonly string[];
}): Promise<void> {
  const settings = vscode.workspace.getConfiguration("citeloom");
  const now = settings.get("method", "");
  const items = setting.enum.map((value, index) => ({
    value,
    label: setting.enumItemLabels[index] ?? value,
    detail: setting.enumDescriptions[index] ?? "",
    ...(value === now && { description: "in use" }),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: "Citeloom: Method That Writes",
    matchOnDetail: true,
  });
  if (!chosen) return;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const target = settings.inspect("method")?.workspaceValue === undefined ? Global : Workspace;
  await settings.update("method", chosen.value, target);
}

/** Inserts or discards what waits; asks which where several texts do. */
export async function take(client: LanguageClient, how: "insert" | "discard"): Promise<void> {
  const waiting = await offers(client);
  const items = waiting.map((one) => ({ ...one, label: one.title }));
  const chosen =
    items.length > 1
      ? await vscode.window.showQuickPick(items, { title: "Which text?" })
      : items[0];
  if (!items.length) {
    void vscode.window.showInformationMessage("No written text waits. Write related work first.");
  } else if (chosen) {
    const { offer, version } = chosen;
    await execute(client, how, how === "insert" ? { offer, version } : { offer });
  }
}
