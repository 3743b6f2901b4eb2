// From the editor's settings to the server's: only what the user has set is sent.

/** What other extensions do here that ours does too. */
export interface Others {
  readonly texlab: boolean;
  readonly latexWorkshop: boolean;
}

/** A setting, and what its user made of it; undefined where it was left alone. */
export type Given = (name: string) => unknown;

/** Names of the settings that the server reads as they are. */
export const SENT: readonly string[] = [
  "method",
  "paragraphs",
  "words",
  "alternatives",
  "fetch",
  "diagnostics",
  "claims",
  "rules",
];

/** Returns the settings as the server takes them. */
export function serverSettings(given: Given, others: Others): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const name of SENT) {
    const value = given(name);
    if (value !== undefined && value !== null) sent[name] = value;
  }
  if (!gives(given, "everything", others)) sent.sharedFeatures = false;
  return sent;
}

/**
 * Tells whether we give what another LaTeX extension may give too.
 *
 * `everything`: problems with keys, references and rename, which texlab has; `keys`: completion
 * and definition of keys, which LaTeX Workshop has as well.
 */
export function gives(given: Given, what: "everything" | "keys", others: Others): boolean {
  const choice = given("sharedFeatures");
  if (choice === "on" || choice === "off") return choice === "on";
  return !others.texlab && (what === "everything" || !others.latexWorkshop);
}
