// The server's messages; the one that something was written gets its buttons.
import * as vscode from "vscode";
import {
  type LanguageClient,
  MessageType,
  type ShowMessageParams,
} from "vscode-languageclient/node";
import { offers } from "./requests";
import { isWritten } from "./words";

/** Shows a message of the server's. */
export async function onMessage(client: LanguageClient, message: ShowMessageParams): Promise<void> {
  const words = isWritten(message.message);
  if (words) return offer(client, words);
  const { showErrorMessage, showWarningMessage, showInformationMessage } = vscode.window;
  if (message.type === MessageType.Error) void showErrorMessage(message.message);
  else if (message.type === MessageType.Warning) void showWarningMessage(message.message);
  else void showInformationMessage(message.message);
}

async function offer(client: LanguageClient, words: string): Promise<void> {
  const written = (await offers(client)).at(-1);
  if (!written) return;
  const chosen = await vscode.window.showInformationMessage(words, "Insert", "Preview", "Discard");
  const { executeCommand } = vscode.commands;
  if (chosen === "Preview") await executeCommand("citeloom.previewRelatedWork", written.offer);
  else if (chosen)
    await executeCommand(`citeloom.${chosen.toLowerCase()}`, { offer: written.offer });
}
