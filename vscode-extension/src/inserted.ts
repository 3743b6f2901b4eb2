// Where the server has put a text in: its author is led there, wherever the cursor was left.
import * as vscode from "vscode";
import type { ApplyWorkspaceEditParams, WorkspaceEdit } from "vscode-languageclient";

/** The edits that bring a text into a draft, by what undo calls them; others are made where one is. */
const WRITTEN = "Insert related work";
const LABELS = [WRITTEN, "Weave in", "Revise the written text"];
const MARK = /^\s*%\s*citeloom:/;

interface Place {
  readonly document: vscode.TextDocument;
  readonly at: vscode.Position;
}

type Lines = ReadonlyMap<vscode.TextDocument, ReadonlySet<string>>;

/** Makes an edit of the server's; returns its answer, and leads to what came into the draft. */
export async function made<Answer extends { readonly applied: boolean }>(
  { label, edit }: Pick<ApplyWorkspaceEditParams, "label" | "edit">,
  make: () => Promise<Answer>,
): Promise<Answer> {
  if (!label || !LABELS.includes(label)) return make();
  // What is woven into a text comes in as the whole of it: the new sentence is among the others.
  const before = label === WRITTEN ? undefined : await linesOf(edit);
  let place: Place | undefined;
  const listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (!isDraft(document.uri.path)) return;
    const at = newLine(document, before?.get(document)) ?? newWords(contentChanges);
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

/** The lines of the documents of a draft that an edit is for, before it is made. */
async function linesOf({ documentChanges, changes }: WorkspaceEdit): Promise<Lines> {
  const named = (documentChanges ?? []).map((change) =>
    "textDocument" in change ? change.textDocument.uri : "",
  );
  const lines = new Map<vscode.TextDocument, ReadonlySet<string>>();
  for (const uri of [...named, ...Object.keys(changes ?? {})].filter(isDraft)) {
    const opening = vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    // Whether the edit can be made is not decided here.
    const document = await opening.then(
      (opened) => opened,
      () => undefined,
    );
    if (document) lines.set(document, new Set(linesIn(document)));
  }
  return lines;
}

function linesIn(document: vscode.TextDocument): readonly string[] {
  return document.getText().split(/\r?\n/);
}

/** Returns where the first line begins that was not there before and is no mark of ours. */
function newLine(
  document: vscode.TextDocument,
  before: ReadonlySet<string> | undefined,
): vscode.Position | undefined {
  if (!before) return undefined;
  const at = linesIn(document).findIndex((line) => !before.has(line) && !MARK.test(line));
  return at < 0 ? undefined : new vscode.Position(at, 0);
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
