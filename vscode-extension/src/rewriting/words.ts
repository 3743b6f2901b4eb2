// Which words of a sentence go, and which come in.

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
  const lengths = commonLengths(before, after);
  const common = lengths[0]?.[0] ?? 0;
  if (common < ALIKE * Math.max(before.length, after.length)) {
    const pieces: Piece[] = [
      { kind: "new", text: now, at: 0 },
      { kind: "old", text: old, at: 0 },
    ];
    return pieces.filter(({ text }) => text);
  }
  const pieces: Piece[] = [];
  let at = 0;
  const add = (kind: Piece["kind"], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) pieces[pieces.length - 1] = { ...last, text: last.text + text };
    else pieces.push({ kind, text, at });
    if (kind !== "new") at += text.length;
  };
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [one, other] = [before[left], after[right]];
    if (one !== undefined && one === other) {
      add("same", one);
      left += 1;
      right += 1;
    } else if (
      other === undefined ||
      (one !== undefined && length(lengths, left + 1, right) >= length(lengths, left, right + 1))
    ) {
      add("old", one ?? "");
      left += 1;
    } else {
      add("new", other);
      right += 1;
    }
  }
  return pieces;
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
function wordsOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** How many words two texts have in common from each pair of words on. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let left = one.length - 1; left >= 0; left--) {
    for (let right = other.length - 1; right >= 0; right--) {
      const row = lengths[left] as Uint16Array;
      row[right] =
        one[left] === other[right]
          ? length(lengths, left + 1, right + 1) + 1
          : Math.max(length(lengths, left + 1, right), length(lengths, left, right + 1));
    }
  }
  return lengths;
}

function length(lengths: readonly Uint16Array[], left: number, right: number): number {
  return lengths[left]?.[right] ?? 0;
}
