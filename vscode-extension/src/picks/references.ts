// The references of a draft, in the groups by which they are chosen to be written about.
import type { Reference, References } from "../answers";

export interface Group {
  readonly label: string;
  readonly keys: readonly string[];
}

/** A way to choose: a group as it is, or the groups of which some can be taken. */
export interface Way {
  readonly label: string;
  readonly detail: string;
  readonly groups: readonly Group[];
  /** Whether the first of the groups is all that there is. */
  readonly isOne: boolean;
}

/** Returns the ways to choose, only those that lead to a reference. */
export function ways(found: References): readonly Way[] {
  const { chosen } = found;
  const cited = found.references.filter(isCited).map((reference) => reference.key);
  const others = found.references
    .filter((reference) => !isCited(reference))
    .map((reference) => reference.key);
  const sections = bySection(found);
  const chapters = byChapter(found);
  const one = (label: string, detail: string, keys: readonly string[]): Way => ({
    label,
    detail,
    groups: [{ label, keys }],
    isOne: true,
  });
  const several = (label: string, detail: string, groups: readonly Group[]): Way => ({
    label,
    detail,
    groups,
    isOne: false,
  });
  const all = [
    ...chosenWays(chosen).map(({ label, detail, keys }) => one(label, detail, keys)),
    one("Cited in the Draft", "Wherever it cites them.", cited),
    one("Not Cited Yet", "In the .bib, but cited nowhere.", others),
    several("By Chapter", "What some chapters cite.", chapters.length > 1 ? chapters : []),
    several("By Section", "What some sections cite.", sections.length > 1 ? sections : []),
    several("By Keyword", "The keywords of the .bib entries.", byKeyword(found.references)),
  ];
  return all.filter(({ groups }) => groups.some(({ keys }) => keys.length));
}

/** Returns what is meant at a place if nobody chooses, and what the author's own text is about. */
function chosenWays({ origin, keys, inOwnText = [] }: References["chosen"]) {
  const written = inOwnText.length;
  const are = written === 1 ? "is" : "are";
  const detail = written ? `Covers ${keys.length}; ${written} ${are} already in your text.` : "";
  const again = {
    label: "In Your Own Text",
    detail: "To write about them again.",
    keys: inOwnText,
  };
  if (origin === "section" || origin === "chapter") {
    return [{ label: `Cited in This ${capital(origin)}`, detail, keys }, again];
  }
  return written ? [{ label: "Not in Your Own Text Yet", detail, keys }, again] : [];
}

/**
 * Tells whether it is open which papers are meant: where a whole thesis is cited from, but the
 * section stands in none of its chapters, and where nothing is cited.
 */
export function isUnclear(found: References): boolean {
  const { origin, keys } = found.chosen;
  return !keys.length || (origin === "document" && byChapter(found).length > 1);
}

export function bySection({ references, sections }: References): readonly Group[] {
  return grouped(
    references,
    ({ cited }) => cited.map(({ section }) => section),
    [...sections.keys(), null],
    (number) => titleOf(number === null ? undefined : sections[number]),
  );
}

export function byChapter({ references, sections }: References): readonly Group[] {
  const chapters = [...new Set(sections.map(({ chapter }) => chapter))].filter(Boolean);
  return grouped(
    references,
    ({ cited }) => cited.map(({ section }) => (section === null ? "" : sections[section]?.chapter)),
    chapters,
    (chapter) => chapter,
  );
}

export function byKeyword(references: readonly Reference[]): readonly Group[] {
  const names = new Map<string, string>();
  for (const { keywords } of references) {
    for (const keyword of keywords)
      if (!names.has(folded(keyword))) names.set(folded(keyword), keyword);
  }
  const keys = [...names.keys()].sort((one, other) => one.localeCompare(other));
  const label = (name: string) => names.get(name) ?? name;
  return grouped(references, ({ keywords }) => keywords.map(folded), keys, label);
}

/** Returns what a heading is called, with its chapter where it has another one. */
export function titleOf(heading: { title: string; chapter: string } | undefined): string {
  if (!heading) return "Before the First Section";
  const { title, chapter } = heading;
  const own = title || "Section Without a Title";
  return chapter && chapter !== title ? `${chapter} › ${own}` : own;
}

export function isCited({ cited, nocited }: Reference): boolean {
  return cited.length > 0 || nocited;
}

function grouped<T>(
  references: readonly Reference[],
  namesOf: (reference: Reference) => readonly (T | undefined)[],
  names: readonly T[],
  label: (name: T) => string,
): readonly Group[] {
  return names
    .map((name) => ({
      label: label(name),
      keys: references
        .filter((reference) => namesOf(reference).includes(name))
        .map((reference) => reference.key),
    }))
    .filter(({ keys }) => keys.length);
}

function folded(keyword: string): string {
  return keyword.toLocaleLowerCase();
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
