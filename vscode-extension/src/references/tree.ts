// The references of a draft as a tree: groups, papers in them, the places that cite each.
import type { CitedAt, Reference, References } from "../answers";
import { isCited, titleOf } from "../picks/references";
import { shown } from "../shown";
import type { NodeOfSuggested } from "./suggested";

export interface GroupNode {
  readonly kind: "group";
  readonly id: string;
  readonly label: string;
  readonly papers: readonly PaperNode[];
  readonly isOpen: boolean;
}

export interface PaperNode {
  readonly kind: "paper";
  readonly id: string;
  readonly reference: Reference;
  readonly description: string;
  readonly tooltip: string;
  readonly icon: Icon;
  readonly places: readonly PlaceNode[];
  /** What can be done with it, as words for the `when` of its menus. */
  readonly can: string;
}

export interface PlaceNode {
  readonly kind: "place";
  readonly id: string;
  readonly label: string;
  readonly place: CitedAt;
}

export type Node = GroupNode | PaperNode | PlaceNode | NodeOfSuggested;

export interface Icon {
  readonly name: string;
  readonly color?: string;
}

interface Look {
  readonly state: string;
  readonly label: string;
  readonly icon: Icon;
}

const WARNING = "list.warningForeground";

/** States as the server names them, the gravest first. */
const LOOKS: readonly Look[] = [
  look("not in the .bib", "Not in the .bib", "error", "list.errorForeground"),
  look("retracted", "Retracted or Withdrawn", "warning", WARNING),
  look("wrong identifier", "With Another Paper's Identifier", "warning", WARNING),
  look("ambiguous", "Probably One of These", "question", WARNING),
  look("not found", "Not Found by Any Service", "question"),
  look("differs", "Verified, with Differences", "diff", WARNING),
  look("no abstract", "Without an Abstract", "circle-outline"),
  look("abstract", "With an Abstract", "note"),
  look("full text", "With Full Text", "book"),
];
const NOT_LOOKED_UP = look("", "Not Looked Up", "circle-outline");

/** Returns the papers by what is known about them, then those that nothing cites. */
export function tree(found: References): readonly GroupNode[] {
  const cited = found.references.filter(isCited);
  const groups = [...LOOKS, NOT_LOOKED_UP].map((look) => {
    const references = cited.filter((reference) => lookOf(reference) === look);
    return node(look.label, references, true, found);
  });
  const others = found.references.filter((reference) => !isCited(reference));
  return [...groups, node("Not Cited", others, false, found)].filter(({ papers }) => papers.length);
}

function node(
  label: string,
  references: readonly Reference[],
  isOpen: boolean,
  found: References,
): GroupNode {
  const papers = references.map((reference) => paper(reference, label, found));
  return { kind: "group", id: label, label, papers, isOpen };
}

/** Returns how many papers a tree is of, in words. */
export function summary({ abstracts }: References): string {
  return `${abstracts.known} of ${abstracts.cited} cited papers with an abstract`;
}

function lookOf({ state }: Reference): Look {
  return LOOKS.find((look) => look.state === state) ?? NOT_LOOKED_UP;
}

function paper(reference: Reference, group: string, { sections }: References): PaperNode {
  const { key, people, title, cited } = reference;
  const id = `${group}/${key}`;
  return {
    kind: "paper",
    id,
    reference,
    description: [people, title].filter(Boolean).join(" · "),
    tooltip: tooltip(reference),
    icon: lookOf(reference).icon,
    places: cited.map((place, number) => ({
      kind: "place",
      id: `${id}/${number}`,
      label: titleOf(place.section === null ? undefined : sections[place.section]),
      place,
    })),
    can: canOf(reference),
  };
}

function canOf({ entry, abstractFrom, candidates, links, hasPdf, cited }: Reference): string {
  if (!entry) return "undefined";
  const web = links?.some(({ name }) => name === "DOI" || name === "arXiv" || name === "web");
  const several = candidates && "several";
  const bare = !abstractFrom && "bare";
  return ["entry", several, bare, web && "web", hasPdf && "pdf", cited.length && "cited"]
    .filter(Boolean)
    .join(" ");
}

/** Returns all that is known of a reference, a line for each. */
export function tooltip(reference: Reference): string {
  const times = reference.cited.length;
  const lines = [
    reference.title || reference.key,
    reference.people,
    times ? `Cited ${times === 1 ? "once" : `${times} times`}` : "Not cited in the text",
    ...(reference.entry ? [] : ["No .bib file of the project has this key"]),
    ...(reference.notices ?? []).map((notice) => `It has a published ${notice}`),
    reference.state === "wrong identifier" ? "Its identifier belongs to another paper" : "",
    reference.candidates ? `It may be one of ${reference.candidates} papers` : "",
    reference.state === "not found" ? "No service has a certain match for it" : "",
    reference.published ? `Published version: doi:${reference.published}` : "",
    reference.abstractFrom
      ? `Abstract from ${reference.abstractFrom}`
      : reference.entry
        ? "No abstract found"
        : "",
    reference.fullText ? `Full text: ${reference.fullText}` : "",
    reference.keywords.length ? `Keywords: ${reference.keywords.join(", ")}` : "",
  ];
  return lines.filter(Boolean).map(shown).join("\n");
}

function look(state: string, label: string, name: string, color?: string): Look {
  return { state, label, icon: { name, ...(color && { color }) } };
}
