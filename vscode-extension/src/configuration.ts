// The editor's settings of ours, as the user has set them.
import * as vscode from "vscode";
import { otherExtensions } from "./others";
import { type Given, serverSettings } from "./settings";

/**
 * Returns what the user has set. VS Code leaves out what a workspace that is not trusted says of
 * programs and addresses (`restrictedConfigurations` in package.json).
 */
export function given(): Given {
  const settings = vscode.workspace.getConfiguration("citeloom");
  return (name) => {
    const found = settings.inspect(name);
    const isSet =
      found?.globalValue !== undefined ||
      found?.workspaceValue !== undefined ||
      found?.workspaceFolderValue !== undefined;
    return isSet ? settings.get(name) : undefined;
  };
}

/** The settings that are sent to the server. */
export function currentSettings(): Record<string, unknown> {
  return serverSettings(given(), otherExtensions());
}
