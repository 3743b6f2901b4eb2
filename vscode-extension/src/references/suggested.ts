// The suggested references as a group of the tree: papers, and notes on what could not be searched.
import type { References, Suggestion } from "../answers";
import { shown } from "../shown";

export interface SuggestedGroup {
  readonly kind: "suggested";
  readonly id: string;
  readonly label: string;
  readonly papers: readonly SuggestionNode[];
  /** What is said of the search; none where nothing is. */
  readonly notes: NotesNode | undefined;
  readonly asking: AskingNode | undefined;
}

/** Points at it, and one reads what is said of the search. */
export interface NotesNode {
  readonly kind: "notes";
  readonly id: string;
  readonly tooltip: string;
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

/** A click on it asks whether services may be asked. */
export interface AskingNode {
  readonly kind: "asking";
  readonly id: string;
}

export type NodeOfSuggested = SuggestedGroup | SuggestionNode | NotesNode | AskingNode;

/** Returns the group of what is suggested; none before anybody has looked. */
export function suggestedGroup({
  suggestions,
  notes,
  mayAsk,
}: References): SuggestedGroup | undefined {
  if (!suggestions) return undefined;
  const papers = suggestions.map(node);
  return {
    kind: "suggested",
    id: "suggested",
    label: "Suggested",
    papers,
    notes: notes?.length
      ? { kind: "notes", id: "suggested/notes", tooltip: notes.map(shown).join("\n") }
      : undefined,
    asking: mayAsk ? undefined : { kind: "asking", id: "suggested/asking" },
  };
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

/** Returns why a paper fits, a line for each reason. */
export function tooltip(suggestion: Suggestion): string {
  const { title, people, year, venue, quote, key, citedBy, cites, sources } = suggestion;
  const lines = [
    title,
    [people, year, venue].filter(Boolean).join(", "),
    quote && quote !== title ? `It says: “${quote}”` : "",
    key ? `In your .bib files as ${key}` : "",
    citedBy.length ? `Your references that cite it: ${citedBy.join(", ")}` : "",
    cites.length ? `It cites your references: ${cites.join(", ")}` : "",
    sources.length ? `Found by: ${sources.join(", ")}` : "",
    place(suggestion),
  ];
  return lines.filter(Boolean).map(shown).join("\n");
}

function place({ sentence }: Suggestion): string {
  if (!sentence) return "It fits the draft as a whole, not one sentence";
  const words = `“${sentence.text}”`;
  return sentence.range
    ? `For your sentence: ${words}`
    : `For a sentence that has changed: ${words}`;
}
