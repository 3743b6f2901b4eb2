// Shows what keeps the server from running, with buttons for what can be done about it.
import * as vscode from "vscode";
import { type Remedy, ServerFault } from "./server/fault";
import { notify } from "./window";

const PYTHON_PAGE = "https://www.python.org/downloads/";

/** Shows a fault; tells whether to try again. */
export async function showFault(error: unknown, log: vscode.LogOutputChannel): Promise<boolean> {
  const words = error instanceof Error ? error.message : String(error);
  const remedies: readonly Remedy[] =
    error instanceof ServerFault ? error.remedies : ["Try again", "Show log"];
  log.error(words);
  const chosen = (await notify("error", words, ...remedies)) as Remedy | undefined;
  switch (chosen) {
    case "Try again":
      return true;
    case "Show log":
      log.show();
      return false;
    case "Open settings":
      await openSettings();
      return false;
    case "Get Python":
      await vscode.env.openExternal(vscode.Uri.parse(PYTHON_PAGE));
      return false;
    case "Choose interpreter":
      return chooseInterpreter();
    case undefined:
      return false;
  }
}

/** Settings of a machine are with the other machine's where the editor works on one. */
async function openSettings(): Promise<void> {
  const { executeCommand } = vscode.commands;
  const query = "citeloom.server";
  if (vscode.env.remoteName) await executeCommand("workbench.action.openRemoteSettings", { query });
  else await executeCommand("workbench.action.openSettings", query);
}

async function chooseInterpreter(): Promise<boolean> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: "A Python interpreter that has Citeloom",
      openLabel: "Use this interpreter",
    })) ?? [];
  if (!file) return false;
  const settings = vscode.workspace.getConfiguration("citeloom");
  await settings.update("server.path", file.fsPath, vscode.ConfigurationTarget.Global);
  return false; // The changed setting starts the server.
}
