// A rewritten sentence as its hover shows it: in full, with what stands behind it.
import * as vscode from "vscode";
import { onOneLine } from "../shown";
import type { ChangedLines } from "./versions";
import type { Piece } from "./words";

/** Returns the new words in bold among the others, what is to be checked, and the sources. */
export function markdownOf(
  pieces: readonly Piece[],
  doubts: readonly string[],
  sources: ChangedLines["sources"],
): vscode.MarkdownString {
  const page = new vscode.MarkdownString();
  for (const { kind, text } of pieces) {
    const [words, space] = [text.trimEnd(), /\s$/.test(text) ? " " : ""];
    if (kind === "old") continue;
    page.appendMarkdown(kind === "new" && pieces.length > 2 ? "**" : "");
    page.appendText(onOneLine(words));
    page.appendMarkdown(`${kind === "new" && pieces.length > 2 ? "**" : ""}${space}`);
  }
  for (const doubt of doubts) {
    page.appendMarkdown("\n\n⚠ ");
    page.appendText(onOneLine(doubt));
  }
  for (const { key, source, sentence } of sources) {
    page.appendMarkdown("\n\n---\n\n");
    page.appendText(`${key}, ${source}: “${onOneLine(sentence)}”`);
  }
  return page;
}
