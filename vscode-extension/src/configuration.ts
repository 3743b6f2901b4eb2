// The editor's settings of ours, as the user has set them.
import * as vscode from "vscode";
import { type Given, type Others, serverSettings } from "./settings";

/** What names programs and files of the user's own, or gives leave: no workspace decides it. */
const USERS_ALONE: readonly string[] = ["fetch", "server.path", "agentLibraries"];

/** Returns what the user has set: for a folder, or for the window. */
export function given(folder: vscode.Uri | null = null): Given {
  const settings = vscode.workspace.getConfiguration("citeloom", folder);
  return (name) => {
    const found = settings.inspect(name);
    if (USERS_ALONE.includes(name)) return found?.globalValue;
    const isSet =
      found?.globalValue !== undefined ||
      found?.workspaceValue !== undefined ||
      found?.workspaceFolderValue !== undefined;
    return isSet ? settings.get(name) : undefined;
  };
}

/** The settings that are sent to the server, of a folder or of the window. */
export function currentSettings(folder: vscode.Uri | null = null): Record<string, unknown> {
  return serverSettings(given(folder), otherExtensions());
}

/** Which other LaTeX extensions are there. */
export function otherExtensions(): Others {
  const has = (id: string) => vscode.extensions.getExtension(id) !== undefined;
  return { texlab: has("efoerster.texlab"), latexWorkshop: has("James-Yu.latex-workshop") };
}
