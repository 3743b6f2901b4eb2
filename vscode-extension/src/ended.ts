// What a server's end leaves open: texts that were being made, and buttons of what it has asked.
import type { Work } from "./status";
import { notify } from "./window";

const WRITING = /^Writing related work\b/;
const MAKING = /^(Writing related work|Weaving in|Rewriting|Judging claims)\b/;
const AGAIN = "Write again";

/** Tells whether work of a title makes a text, or judges one. */
export function isTextBeingMade(title: string): boolean {
  return MAKING.test(title);
}

/** What of the work that goes on makes a text, by its title. */
export function textsBeingMade(works: readonly Pick<Work, "title">[]): readonly string[] {
  return works.map(({ title }) => title).filter(isTextBeingMade);
}

/** Says which texts are not made any more; a section can be written again. */
export async function sayEnded(titles: readonly string[], again: () => unknown): Promise<void> {
  const [first, ...others] = titles;
  if (!first) return;
  const more = others.length ? ` (and ${others.length} more)` : "";
  const buttons = titles.some((title) => WRITING.test(title)) ? [AGAIN] : [];
  const what = `${first[0]?.toLowerCase()}${first.slice(1)}`;
  const message = `Stopped with the server: ${what}${more}. Nothing has changed.`;
  if (await notify("warning", message, ...buttons)) await again();
}

const TOO_LATE = "Citeloom was restarted after you asked: nothing was done. Ask again.";

/** Says that a button was taken which the server that asked has not lived to hear of. */
export async function sayTooLate(): Promise<void> {
  await notify("warning", TOO_LATE);
}

/** Asks for a server; says it where the answer is more than a no, and comes when that has ended. */
export async function askFor<A>(isRunning: () => boolean, ask: () => Promise<A>): Promise<A> {
  const answer = await ask();
  if (!isRunning() && isMoreThanNo(answer)) void sayTooLate();
  return answer;
}

function isMoreThanNo(answer: unknown): boolean {
  const { title, agreed } = (answer ?? {}) as { title?: string; agreed?: boolean };
  return agreed === true || (title !== undefined && !isNo(title));
}

export function isNo(button: string): boolean {
  return /^not now$/i.test(button);
}
