// The suggested references as a group of the tree: papers, and notes on what could not be searched.
import type { References, Suggestion } from "../answers";
import { shown } from "../shown";

export interface SuggestedGroup {
  readonly kind: "suggested";
  readonly id: string;
  readonly label: string;
  readonly papers: readonly SuggestionNode[];
  readonly notes: readonly NoteNode[];
}

export interface SuggestionNode {
  readonly kind: "suggestion";
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  /** What can be done with it, as words for the `when` of its menus. */
  readonly can: string;
}

/** A note; `asks`: a click asks whether services may be asked. */
export interface NoteNode {
  readonly kind: "note";
  readonly id: string;
  readonly label: string;
  readonly asks: boolean;
}

const NOT_ASKED = "Semantic Scholar and OpenAlex may not be asked. Click to allow it";

/** Returns the group of what is suggested that fits the words; none before anybody has looked. */
export function suggestedGroup(
  { suggestions, notes, mayAsk }: References,
  filter: string,
): SuggestedGroup | undefined {
  if (!suggestions) return undefined;
  const words = filter.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const papers = suggestions.filter((suggestion) => fits(suggestion, words)).map(node);
  const asking = mayAsk ? [] : [note(NOT_ASKED, true)];
  const said = [...(notes ?? []).map((words) => note(words, false)), ...asking];
  if (words.length && !papers.length) return undefined;
  return { kind: "suggested", id: "suggested", label: "Suggested", papers, notes: said };
}

function node(suggestion: Suggestion): SuggestionNode {
  const { paper, title, people, year, sentence } = suggestion;
  return {
    kind: "suggestion",
    id: `suggested/${paper}`,
    suggestion,
    label: title,
    description: [people, year].filter(Boolean).join(" "),
    tooltip: tooltip(suggestion),
    can: sentence?.range ? "suggestion sentence" : "suggestion",
  };
}

function note(label: string, asks: boolean): NoteNode {
  return { kind: "note", id: `suggested/note/${label}`, label, asks };
}

/** Returns why a paper fits, a line for each reason. */
export function tooltip(suggestion: Suggestion): string {
  const { title, people, year, venue, quote, citedBy, cites, sources } = suggestion;
  const lines = [
    title,
    [people, year, venue].filter(Boolean).join(", "),
    quote && quote !== title ? `It says: “${quote}”` : "",
    citedBy.length ? `Your references that cite it: ${citedBy.join(", ")}` : "",
    cites.length ? `It cites your references: ${cites.join(", ")}` : "",
    sources.length ? `Found by: ${sources.join(", ")}` : "",
    place(suggestion),
  ];
  return lines.filter(Boolean).map(shown).join("\n");
}

function place({ sentence }: Suggestion): string {
  if (!sentence) return "It fits the draft as a whole, none of its sentences";
  const words = `“${sentence.text}”`;
  return sentence.range
    ? `For your sentence: ${words}`
    : `For a sentence that has changed: ${words}`;
}

function fits({ title, people, year }: Suggestion, words: readonly string[]): boolean {
  const text = [title, people, year ?? ""].join(" ").toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
