// What a user does with suggested references: goes to its sentence, cites it.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Suggestion, Taken } from "./answers";
import { execute, placeOf } from "./requests";
import { notify, pick } from "./window";

const BIB = /\.bib$/i;

/** What `citeloom.takeSuggestion` is told, by us or by the server's own code action. */
export interface ToTake {
  readonly uri?: string;
  readonly paper?: string;
  readonly position?: object;
}

/**
 * Cites a suggested paper. A .bib file that had no unsaved changes is saved, so that LaTeX finds the
 * entry as soon as the author saves the text.
 */
export async function cite(client: LanguageClient, argument: ToTake): Promise<Taken> {
  const { workspace } = vscode;
  const before = workspace.textDocuments.filter(({ isDirty }) => isDirty);
  const unsaved = new Set(before.map(({ uri }) => uri.toString()));
  const taken = await execute<Taken>(client, "takeSuggestion", argument);
  const changed = new Set(taken.changed.map((uri) => vscode.Uri.parse(uri).toString()));
  for (const document of workspace.textDocuments) {
    const name = document.uri.toString();
    if (BIB.test(document.uri.path) && changed.has(name) && !unsaved.has(name)) {
      await document.save();
    }
  }
  return taken;
}

/** Cites a suggestion of the list: at its sentence, else where the author says. */
export async function citeListed(
  client: LanguageClient,
  uri: string | undefined,
  suggestion: Suggestion,
): Promise<void> {
  const { paper, sentence } = suggestion;
  const argument = { ...(uri && { uri }), paper };
  if (sentence?.range) {
    // Its words are not selected: the next key would replace them.
    await goToSentence(suggestion, false);
    await cite(client, argument);
    return;
  }
  const cursor = placeOf(client);
  const atCursor = {
    label: "At the Sentence Where the Cursor Is",
    description: cursor.uri ? placeInWords() : "the cursor is not in a .tex file",
    argument: cursor.uri ? { ...cursor, paper } : undefined,
  };
  const alone = {
    label: "As a .bib Entry Only",
    description: "no sentence cites it yet",
    argument,
  };
  const rows = sentence || suggestion.key ? [atCursor] : [atCursor, alone];
  const title = sentence ? "its sentence has changed" : "no sentence was found for it";
  const chosen = await pick(rows, { title: `Citeloom: Where to Cite It? (${title})` });
  if (!chosen?.argument) return;
  const { key, applied } = await cite(client, chosen.argument);
  if (chosen === alone && applied) {
    void notify("information", `The entry '${key}' was added; no sentence cites it yet.`);
  }
}

export async function goToSentence({ sentence }: Suggestion, selects = true): Promise<void> {
  if (!sentence?.range) return;
  const { start } = sentence.range;
  const end = selects ? sentence.range.end : start;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(sentence.uri), { selection });
}

function placeInWords(): string {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return "";
  return `${editor.document.uri.path.split("/").at(-1)}, line ${editor.selection.active.line + 1}`;
}
