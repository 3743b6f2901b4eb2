// What is asked of the server beside the protocol's own requests.
import * as vscode from "vscode";
import type { LanguageClient, SymbolInformation } from "vscode-languageclient/node";
import type { Offered } from "./preview/offer";

export function execute<T>(client: LanguageClient, name: string, argument?: object): Promise<T> {
  return client.sendRequest("workspace/executeCommand", {
    command: `citeloom.${name}`,
    arguments: argument ? [argument] : [],
  });
}

/** The texts that wait, one for each version; the newest last. */
export async function offers(client: LanguageClient): Promise<readonly Offered[]> {
  return (await execute<{ offers: readonly Offered[] }>(client, "show")).offers;
}

/** Does what the user asked for; what the server has against it is shown in its words. */
export async function saying<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Entries of the open projects, by `key` or `key: title`. */
export async function entries(
  client: LanguageClient,
  query: string,
): Promise<readonly SymbolInformation[]> {
  const found = await client.sendRequest<SymbolInformation[] | null>("workspace/symbol", { query });
  return found ?? [];
}
