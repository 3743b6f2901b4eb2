// What is asked of the server beside the protocol's own requests.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { AskedOutside, ShownChanges, Waiting } from "./answers";
import { problemOf, showProblem } from "./problems";
import { notify } from "./window";

/** The version of the orders that are sent: to write, weave, revise or judge. */
export const ORDERS = 1;

/**
 * The server asks its user first whether the project may use files outside of its folder; with a
 * yes it does by itself what it was asked for.
 */
export class AskedFirst extends Error {}

/** Runs a command of the server; throws `AskedFirst` where its user is asked before it runs. */
export async function execute<T>(
  client: LanguageClient,
  name: string,
  argument?: object,
  token?: vscode.CancellationToken,
): Promise<T> {
  const params = { command: `citeloom.${name}`, arguments: argument ? [argument] : [] };
  // One that is undefined would be sent as a parameter.
  const cancelling = token ? [token] : [];
  const answer: T | AskedOutside = await client.sendRequest(
    "workspace/executeCommand",
    params,
    ...cancelling,
  );
  if (isAskedOutside(answer)) throw new AskedFirst(answer.outside.join(", "));
  return answer;
}

function isAskedOutside(answer: unknown): answer is AskedOutside {
  return typeof answer === "object" && answer !== null && "asked" in answer && "outside" in answer;
}

/** What waits; the newest last. */
export function waiting(client: LanguageClient): Promise<Waiting> {
  return execute(client, "show");
}

/** The text that is meant where none is named; empty without any. */
export function newest({ offers }: Waiting): ShownChanges {
  const { offer, version } = offers.at(-1) ?? { offer: "", version: 0 };
  return { offer, version };
}

/**
 * Does what the user asked for; what the server has against it is shown in its words. Where it
 * asks something first, its question is all that is shown.
 */
export async function saying<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AskedFirst) return undefined;
    const problem = problemOf(error);
    if (problem) void showProblem(problem);
    else void notify("error", error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** The place of the cursor as commands take it; nothing outside of a draft. */
export function placeOf(client: LanguageClient): { uri?: string; position?: object } {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !/\.(tex|ltx)$/i.test(editor.document.uri.path)) return {};
  return {
    uri: client.code2ProtocolConverter.asUri(editor.document.uri),
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  };
}
