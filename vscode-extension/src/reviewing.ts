// Changes of .bib files: shown as a diff first, made where the user agrees.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { WrittenFile } from "./answers";
import { execute } from "./requests";
import type { Texts } from "./texts";
import { notify } from "./window";

export interface Review {
  readonly question: string;
  readonly files: readonly WrittenFile[];
}

const COMPLETE = "Complete";
const NOT_NOW = "Not now";

/** Completes the entries of the .bib that is shown, or of all papers that the draft cites. */
export async function completeEntries(client: LanguageClient): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  const known = document && /\.(tex|ltx|bib)$/i.test(document.uri.path);
  const argument = known ? { uri: client.code2ProtocolConverter.asUri(document.uri) } : {};
  await execute(client, "completeEntries", argument);
}

/** Shows what files would become, each beside what it is; asks whether they may. */
export async function mayBeWritten(texts: Texts, review: Review): Promise<{ agreed: boolean }> {
  const shown: string[] = [];
  for (const { uri, text } of review.files) {
    const file = vscode.Uri.parse(uri);
    const name = file.path.split("/").at(-1) ?? "";
    const after = texts.put(`completed/${name}`, text);
    await vscode.commands.executeCommand("vscode.diff", file, after, `${name}: proposed changes`, {
      preview: false,
    });
    shown.push(after.toString());
  }
  const chosen = await notify("information", review.question, COMPLETE, NOT_NOW);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isShown = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputTextDiff && shown.includes(input.modified.toString());
  await vscode.window.tabGroups.close(tabs.filter(isShown));
  return { agreed: chosen === COMPLETE };
}
