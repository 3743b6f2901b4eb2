// A rewritten sentence as its hover shows it: in full, with what stands behind it.
import * as vscode from "vscode";
import { onOneLine } from "../shown";
import type { ChangedLines } from "./versions";

/** Returns the new words, what is to be checked, and the sources. */
export function markdownOf(
  now: string,
  doubts: readonly string[],
  sources: ChangedLines["sources"],
): vscode.MarkdownString {
  const page = new vscode.MarkdownString();
  page.appendText(onOneLine(now));
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
