// The editor's settings of ours, as the user has set them.
import * as vscode from "vscode";
import { otherExtensions } from "./others";
import { type Given, serverSettings } from "./settings";

/**
 * What a workspace that is not trusted says of these counts for nothing, however it says it: VS
 * Code leaves out what `restrictedConfigurations` in package.json names, by whole names.
 */
const RESTRICTED: readonly string[] = ["fetch", "server.path"];

/** What of the user's own papers agents are given: what a workspace says of it never counts. */
const USERS_ALONE: readonly string[] = ["agentLibraries"];

/** Returns what the user has set: for a folder, or for the window. */
export function given(folder: vscode.Uri | null = null): Given {
  const settings = vscode.workspace.getConfiguration("citeloom", folder);
  return (name) => {
    const found = settings.inspect(name);
    if (USERS_ALONE.includes(name)) return found?.globalValue;
    if (RESTRICTED.includes(name) && !vscode.workspace.isTrusted) return found?.globalValue;
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
