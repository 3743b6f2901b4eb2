// What can be chosen where the author and a new text changed the same: lenses.
import type { ChangedPassage, Changes } from "../answers";

export interface Choice {
  readonly title: string;
  /** The line that it stands above, of the file as it would be. */
  readonly line: number;
  readonly act: Act;
}

/** With `taken`: the passages at which the new text is to stand from now on. */
export type Act = { readonly taken: readonly string[] } | "insert" | "below" | "close";

const SHOWN = 60;
/** So many doubts are told in one message. */
const TOLD = 2;

/** The choices above the text, then those above each passage. */
export function lenses(changes: Changes): readonly Choice[] {
  const { line, passages, problem } = changes;
  const insert = { title: insertTitle(changes), act: "insert" as Act };
  const first = [insert, ...whole(changes)].map((choice) => ({ ...choice, line }));
  if (problem) return first;
  return [...first, ...passages.map((passage) => ofPassage(changes, passage))];
}

/** The passages at which the new text stands as it is shown. */
export function taken({ passages }: Changes): readonly string[] {
  return passages.filter((passage) => passage.taken).map(({ id }) => id);
}

/** What of the new text is to be checked in its papers, in words; empty where nothing is. */
export function toBeChecked({ doubts = [] }: Changes): string {
  if (!doubts.length) return "";
  const more = doubts.length - TOLD;
  const told = doubts.slice(0, TOLD).join("; ");
  return `To be checked in its papers: ${told}${more > 0 ? `; and ${more} more` : ""}`;
}

function insertTitle({ passages, problem }: Changes): string {
  if (problem) return "Replace all between the marks";
  if (!passages.length) return "Insert";
  const mine = passages.filter((passage) => !passage.taken).length;
  return `Insert (${mine} of ${passages.length} mine)`;
}

function whole(changes: Changes): readonly { title: string; act: Act }[] {
  const { passages, problem, woven } = changes;
  if (woven) return [];
  const below = { title: "Insert below", act: "below" as Act };
  if (problem) return [{ title: "Keep mine", act: "close" }, below];
  const ids = passages.map(({ id }) => id);
  return [
    ...(passages.some(({ taken }) => taken) ? [{ title: "Keep mine", act: { taken: [] } }] : []),
    ...(passages.some(({ taken }) => !taken) ? [{ title: "Take new", act: { taken: ids } }] : []),
    below,
  ];
}

function ofPassage(changes: Changes, passage: ChangedPassage): Choice {
  const others = taken(changes).filter((id) => id !== passage.id);
  const { line, own } = passage;
  if (passage.taken) {
    const yours = own ? `: ${excerpt(own)}` : ", your deletion is kept";
    return { title: `Keep mine here${yours}`, line, act: { taken: others } };
  }
  const act = { taken: [...others, passage.id] };
  return { title: `Take new here: ${excerpt(passage.new)}`, line, act };
}

function excerpt(words: string): string {
  return words.length > SHOWN ? `${words.slice(0, SHOWN).trimEnd()}…` : words;
}
