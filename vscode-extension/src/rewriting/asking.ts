// What an author is asked before a sentence is rewritten: what is wanted, in own words.
import type * as vscode from "vscode";
import { askForLine, pickOrType } from "../window";
import { withInstruction } from "./versions";

const INSTRUCTIONS = "citeloom.instructions";
const LONGEST = 500;
const LONGEST_THEME = 100;
const OTHER_WORDS = "Say it in other words";
const AGAIN = "Show the last rewrite again";
const ASKED = {
  title: "Citeloom: Rewrite This Sentence",
  placeholder: "Your instruction, such as: say what they did not evaluate · in fewer words",
};

/** Returns what is to become of a sentence; null where the rewriting that is there is wanted. */
export async function askInstruction(
  memento: vscode.Memento,
  isOpen: boolean,
): Promise<string | null | undefined> {
  const last = memento.get<readonly string[]>(INSTRUCTIONS, []);
  const words = await pickOrType(ASKED, (value) => {
    const typed = value.trim().slice(0, LONGEST);
    const known = [...(isOpen ? [AGAIN] : []), ...last, OTHER_WORDS];
    return [...new Set([typed, ...known])].filter(Boolean);
  });
  if (words === undefined) return undefined;
  if (words === AGAIN) return null;
  if (words !== OTHER_WORDS) await memento.update(INSTRUCTIONS, withInstruction(last, words));
  return words;
}

/** Returns the point of view that a paragraph is told from; empty for none. */
export async function askTheme(): Promise<string> {
  const theme = await askForLine({
    title: "Citeloom: From the Point of View of…",
    prompt: "A theme in a few words",
    placeHolder: "energy use · evaluation data · what each assumes",
    validateInput: faultOf,
  });
  return theme?.trim() ?? "";
}

/** What is wrong with a theme; nothing, as long as none is typed yet. */
export function faultOf(theme: string): string | undefined {
  const is = theme.trim().length > LONGEST_THEME;
  return is ? `At most ${LONGEST_THEME} characters` : undefined;
}
