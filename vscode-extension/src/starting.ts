// Starts to write, and remembers what was asked for.
import type { Memento } from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { execute, ORDERS } from "./requests";

/** What `citeloom.write` is told, by us or by the server's own lens or code action. */
export interface ToWrite {
  readonly uri?: string;
  readonly section?: string;
  readonly position?: object;
  readonly keys?: readonly string[];
  /** The document of the outline to write by. */
  readonly outline?: string;
  /** The method that writes this once. */
  readonly method?: string;
  /** Whether it is about papers of the user's corpus, whatever the draft cites. */
  readonly fromCorpus?: boolean;
}

/** What was asked for last: a server or a window that ends does not finish it. */
let kept: Memento | undefined;
const LAST = "citeloom.lastWriting";

/** Has what was asked for last kept where a window that is loaded again finds it. */
export function keepLast(memento: Memento): void {
  kept = memento;
}

export function lastAsked(): ToWrite | undefined {
  return kept?.get<ToWrite>(LAST);
}

export async function start(client: LanguageClient, asked: ToWrite): Promise<void> {
  const order = { version: ORDERS, ...asked };
  await kept?.update(LAST, order);
  await execute(client, "write", order);
}
