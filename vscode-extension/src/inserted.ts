// Where the server has put a text in: its author is led there, wherever the cursor was left.
import * as vscode from "vscode";
import type { ApplyWorkspaceEditParams } from "vscode-languageclient";

/** The edit that brings a text into a draft, by what undo calls it. */
const WRITTEN = "Insert related work";

interface Place {
  readonly document: vscode.TextDocument;
  readonly at: vscode.Position;
}

/** Makes an edit of the server's; returns its answer, and leads to what came into the draft. */
export async function applyAndShow<Answer extends { readonly applied: boolean }>(
  { label }: Pick<ApplyWorkspaceEditParams, "label">,
  make: () => Promise<Answer>,
): Promise<Answer> {
  if (label !== WRITTEN) return make();
  let place: Place | undefined;
  const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (!isDraft(document.uri.path)) return;
    const at = newWords(contentChanges);
    if (at) place ??= { document, at };
  });
  try {
    const answer = await make();
    // The server goes on meanwhile.
    if (answer.applied && place) void show(place);
    return answer;
  } finally {
    listening.dispose();
  }
}

function isDraft(name: string): boolean {
  return /\.(tex|ltx)$/i.test(name);
}

/** Returns where the most words came in, after all changes: the id of a mark changes, too. */
function newWords(
  changes: readonly vscode.TextDocumentContentChangeEvent[],
): vscode.Position | undefined {
  const [most] = [...changes].sort((a, b) => b.text.length - a.text.length);
  const lines = changes
    .filter(({ range }) => most && range.start.isBefore(most.range.start))
    .map(({ range, text }) => text.split("\n").length - 1 - (range.end.line - range.start.line));
  return most?.range.start.translate(lines.reduce((sum, count) => sum + count, 0));
}

/** Shows a place in the column where its document is, or in the first one. */
async function show({ document, at }: Place): Promise<void> {
  const selection = new vscode.Range(at, at);
  const { visibleTextEditors } = vscode.window;
  const shown = visibleTextEditors.find((editor) => editor.document === document);
  const viewColumn = shown?.viewColumn ?? vscode.ViewColumn.One;
  const editor = await vscode.window.showTextDocument(document, { selection, viewColumn });
  editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
