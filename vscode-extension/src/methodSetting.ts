// The setting of the method: it belongs to the folder of a paper, so that no other paper gets it.
import * as vscode from "vscode";
import { notify } from "./window";

const OPEN_FOLDER = "Open a folder…";
const ALL_PAPERS = "For all drafts";

/** Returns the open folder of the draft that is shown; of no draft, the only one or a chosen one. */
export async function folderOfDraft(): Promise<vscode.Uri | undefined> {
  const { activeTextEditor } = vscode.window;
  const { workspaceFolders = [], getWorkspaceFolder } = vscode.workspace;
  const draft = activeTextEditor?.document.uri;
  if (draft && draft.scheme === "file") return getWorkspaceFolder(draft)?.uri;
  if (workspaceFolders.length < 2) return workspaceFolders[0]?.uri;
  const placeHolder = "The folder of the draft";
  return (await vscode.window.showWorkspaceFolderPick({ placeHolder }))?.uri;
}

/** Returns the method that is set for a folder; empty for the one that the project names. */
export function methodOf(folder: vscode.Uri | undefined): string {
  return settingsOf(folder).get("method", "");
}

/** Keeps the method of a folder; without one, asks whether it is meant for all papers. */
export async function keepMethod(method: string, folder: vscode.Uri | undefined): Promise<void> {
  const { Global, WorkspaceFolder } = vscode.ConfigurationTarget;
  const settings = settingsOf(folder);
  if (folder) {
    const found = settings.inspect<string>("method");
    // Where nothing else names one, the project's needs no setting.
    const isNamed = Boolean(found?.globalValue || found?.workspaceValue);
    await settings.update("method", method || isNamed ? method : undefined, WorkspaceFolder);
    return;
  }
  const words =
    "The method is kept for the folder of a draft, and this draft is in no open folder.";
  const chosen = await notify("information", words, OPEN_FOLDER, ALL_PAPERS);
  if (chosen === ALL_PAPERS) await settings.update("method", method, Global);
  if (chosen === OPEN_FOLDER) await vscode.commands.executeCommand("vscode.openFolder");
}

function settingsOf(folder: vscode.Uri | undefined): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("citeloom", folder ?? null);
}
