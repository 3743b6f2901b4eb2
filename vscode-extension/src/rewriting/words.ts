// Which words of a sentence go, and which come in.
import { diffArrays } from "diff";

/** Words that stay, go or come in; `at` is where they begin, or come in, in the old text. */
export interface Piece {
  readonly kind: "same" | "old" | "new";
  readonly text: string;
  readonly at: number;
}

/** With less in common, both texts are told apart as a whole: nobody reads words in turns. */
const ALIKE = 0.4;

/** Returns the difference of two texts, word by word. */
export function difference(old: string, now: string): readonly Piece[] {
  const [before, after] = [wordsOf(old), wordsOf(now)];
  const changes = diffArrays(before, after);
  const common = changes.reduce((sum, it) => sum + (it.added || it.removed ? 0 : it.count), 0);
  if (common < ALIKE * Math.max(before.length, after.length)) {
    const pieces: Piece[] = [
      { kind: "new", text: now, at: 0 },
      { kind: "old", text: old, at: 0 },
    ];
    return pieces.filter(({ text }) => text);
  }
  let at = 0;
  return changes.map(({ added, removed, value }) => {
    const text = value.join("");
    const piece: Piece = { kind: added ? "new" : removed ? "old" : "same", text, at };
    if (!added) at += text.length;
    return piece;
  });
}

/** Signs that are not as wide as others in a font of one width. */
const WIDE = /[\u2e80-\u{10ffff}]/u;

/**
 * Returns the new text with blanks for all that was there before, as wide as that and broken at the
 * same places in a font of one width; empty where all is new, or it could not be laid over the text.
 */
export function newWords(pieces: readonly Piece[]): string {
  const now = pieces.filter(({ kind }) => kind !== "old");
  if (now.every(({ kind }) => kind === "new") || now.some(({ text }) => WIDE.test(text))) return "";
  // A line may end behind a hyphen.
  const blank = (sign: string) => (sign === "-" ? "\u00a0\u200b" : "\u00a0");
  const part = ({ kind, text }: Piece) => (kind === "new" ? text : text.replace(/\S/g, blank));
  return now.map(part).join("");
}

/** Words, each with the spaces behind it. */
function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}
