// Goes to what stands behind a sentence: its entry, or the abstract where that is not in the .bib.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { ShownPaper } from "../answers";
import { execute } from "../requests";
import type { Texts } from "../texts";
import { notify } from "../window";
import { find, wrapped } from "./source";

const WIDTH = 96;

/** Messages until the user moves on: the sentence that something rests on. */
const highlight = vscode.window.createTextEditorDecorationType({
  backgroundColor: new vscode.ThemeColor("editor.findMatchHighlightBackground"),
  border: "1px solid",
  borderColor: new vscode.ThemeColor("editor.findMatchHighlightBorder"),
});

/** Opens the entry of a key, or its abstract, with the sentence highlighted where it stands. */
export async function goTo(
  client: LanguageClient,
  texts: Texts,
  project: string,
  key: string,
  sentence = "",
): Promise<void> {
  const paper = await execute<ShownPaper>(client, "show", { uri: project, key });
  if (!paper.entry) {
    void notify("warning", `Undefined citation key '${key}'.`);
    return;
  }
  const uri = client.protocol2CodeConverter.asUri(paper.entry.uri);
  const whole = client.protocol2CodeConverter.asRange(paper.entry.range);
  const entry = await vscode.workspace.openTextDocument(uri);
  const line = new vscode.Range(whole.start, entry.lineAt(whole.start.line).range.end);
  if (!sentence) return show(entry, line);
  const start = entry.offsetAt(whole.start);
  const inEntry = find(sentence, entry.getText(whole));
  if (inEntry) return showSentence(entry, inEntry, start);
  const abstract = paper.abstract ?? "";
  if (!find(sentence, abstract)) return show(entry, line);
  const head = `${paper.title}\n\nThe abstract of ${key}, as Citeloom reads it\n\n`;
  const text = `${head}${wrapped(abstract, WIDTH)}\n`;
  const name = `${key.replace(/[^\w.:-]/g, "-")} (abstract).txt`;
  const document = await vscode.workspace.openTextDocument(texts.put(name, text));
  const body = text.slice(head.length);
  return showSentence(document, find(sentence, body) ?? [0, 0], head.length);
}

async function showSentence(
  document: vscode.TextDocument,
  [start, end]: readonly [number, number],
  from: number,
): Promise<void> {
  const at = (offset: number) => document.positionAt(from + offset);
  const range = new vscode.Range(at(start), at(end));
  await show(document, range);
}

/** Shows what is meant, with the cursor before it: what is selected, the next key would replace. */
async function show(document: vscode.TextDocument, meant: vscode.Range): Promise<void> {
  const selection = new vscode.Range(meant.start, meant.start);
  const viewColumn = vscode.ViewColumn.One;
  const editor = await vscode.window.showTextDocument(document, { selection, viewColumn });
  editor.revealRange(meant, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  editor.setDecorations(highlight, [meant]);
  const moved = vscode.window.onDidChangeTextEditorSelection((event) => {
    if (event.textEditor !== editor || event.kind === undefined) return;
    editor.setDecorations(highlight, []);
    moved.dispose();
  });
}
