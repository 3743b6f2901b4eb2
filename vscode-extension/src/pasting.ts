// The abstract of a paper from the clipboard: shown first, then kept.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { execute } from "./requests";
import { ask, notify } from "./window";

/** What `citeloom.pasteAbstract` is told by the server's own code action, or by the view. */
export interface ToPaste {
  readonly uri?: string;
  readonly key: string;
}

/** Characters below which a text is no abstract, as the server has it. */
const SHORTEST = 40;
const SHOWN = 1000;
const KEEP = "Keep it";

/** Has the user look at what is in the clipboard, and takes it as the abstract of a paper. */
export async function pasteAbstract(client: LanguageClient, argument: ToPaste): Promise<void> {
  const text = await copied(argument.key);
  if (text === undefined) return;
  const chosen = await ask(
    `Is this the abstract of '${argument.key}'?`,
    text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text,
    { title: KEEP },
  );
  if (!chosen) return;
  await execute(client, "pasteAbstract", { ...argument, text });
}

/** The text in the clipboard; asks for one until there is one that may be an abstract. */
async function copied(key: string): Promise<string | undefined> {
  const again = "Paste";
  const words = `Copy the abstract of '${key}' from the paper or its web page, then paste it here.`;
  for (;;) {
    const text = await vscode.env.clipboard.readText();
    if (text.trim().length >= SHORTEST) return text;
    if ((await notify("information", words, again)) !== again) return undefined;
  }
}
