// The references of a draft as they are chosen to be written about.
import type { Reference, References } from "../answers";

/** A paper to be ticked, or the heading over those below it. */
export interface PaperRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
  readonly isHeading?: boolean;
}

/** Returns all papers, each once, under what they are; ticked is what is meant if nobody chooses. */
export function paperRows(found: References): readonly PaperRow[] {
  const { origin, keys, inOwnText = [] } = found.chosen;
  const of = (keys: readonly string[]) => (it: Reference) => keys.includes(it.key);
  const isMeant = isUnclear(found) ? () => false : of(keys);
  const place =
    origin === "section" || origin === "chapter" ? `This ${capital(origin)}` : "the Draft";
  const groups: readonly (readonly [string, (it: Reference) => boolean])[] = [
    [`Cited in ${place}`, isMeant],
    ["Already in Your Own Text", of(inOwnText)],
    [isUnclear(found) ? "Cited in the Draft" : "Cited Elsewhere", isCited],
    ["Not Cited Yet", () => true],
  ];
  let rest = found.references;
  return groups.flatMap(([label, isIn]) => {
    const inside = rest.filter(isIn);
    rest = rest.filter((reference) => !inside.includes(reference));
    const rows = inside.map((it) => ({ ...paperRow(it, found), picked: isMeant(it) }));
    return rows.length ? [{ label, isHeading: true }, ...rows] : [];
  });
}

/** A row is found by key, people, title, keywords, and by the sections that cite its paper. */
export function paperRow(reference: Reference, { sections }: References): PaperRow {
  const { key, people, title, keywords, state, cited } = reference;
  const places = cited.map(({ section }) => (section === null ? "" : titleOf(sections[section])));
  const lack = state === "no abstract" ? "no abstract found" : "";
  return {
    label: key,
    description: noted(people, lack, ...new Set(places)),
    detail: noted(title, keywords.join(", ")),
  };
}

function noted(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" · ");
}

/**
 * Tells whether it is open which papers are meant: where a whole thesis is cited from, but the
 * section stands in none of its chapters, and where nothing is cited.
 */
export function isUnclear(found: References): boolean {
  const { chosen, references, sections } = found;
  const cited = references.flatMap((it) => it.cited.map(({ section }) => sections[section ?? -1]));
  const chapters = new Set(cited.map((heading) => heading?.chapter).filter(Boolean));
  return !chosen.keys.length || (chosen.origin === "document" && chapters.size > 1);
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

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
