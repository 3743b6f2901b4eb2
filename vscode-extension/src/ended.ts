// Texts that were being made when the server ended: their author is told, and can have it begun again.
import type { Work } from "./status";
import { notify } from "./window";

const WRITING = /^Writing related work\b/;
const MAKING = /^(Writing related work|Weaving in|Revising)\b/;
const AGAIN = "Write Again";

/** What of the work that goes on makes a text, by its title. */
export function textsBeingMade(works: readonly Work[]): readonly string[] {
  return works.map(({ title }) => title).filter((title) => MAKING.test(title));
}

/** Says which texts are not made any more; a section can be written again. */
export async function sayEnded(titles: readonly string[], again: () => unknown): Promise<void> {
  const [first, ...others] = titles;
  if (!first) return;
  const more = others.length ? ` (and ${others.length} more)` : "";
  const buttons = titles.some((title) => WRITING.test(title)) ? [AGAIN] : [];
  const what = `${first[0]?.toLowerCase()}${first.slice(1)}`;
  const message = `Ended with the server: ${what}${more}. Nothing has changed.`;
  if (await notify("warning", message, ...buttons)) await again();
}
