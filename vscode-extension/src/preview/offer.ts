// What was written and waits, as the server tells it, and as the preview shows it.

/** Where a statement comes from: a sentence of the abstract (or title) of an entry. */
export interface Evidence {
  readonly key: string;
  readonly source: string;
  readonly sentence: string;
}

export interface Sentence {
  readonly text: string;
  readonly cites: readonly string[];
  readonly evidence: readonly Evidence[];
}

export interface Paragraph {
  readonly topic: string;
  readonly sentences: readonly Sentence[];
}

/** One version of a text that waits. `paragraphs` and `uncited` are in the form of docs/json.md. */
export interface Offered {
  readonly offer: string;
  readonly version: number;
  readonly title: string;
  readonly latex: string;
  readonly paragraphs?: readonly Paragraph[];
  readonly uncited?: readonly string[];
}

/** Returns the paragraphs of a version; from its LaTeX where the server tells no more. */
export function paragraphsOf({ paragraphs, latex }: Offered): readonly Paragraph[] {
  return (
    paragraphs ??
    latex
      .split(/\n\s*\n/)
      .filter(hasText)
      .map(paragraphOf)
  );
}

/** Returns the keys of `all` that no sentence of a version cites. */
export function uncitedOf(offered: Offered): readonly string[] {
  return offered.uncited ?? [];
}

function paragraphOf(latex: string): Paragraph {
  return { topic: "", sentences: latex.split("\n").filter(hasText).map(sentenceOf) };
}

const CITATION = /~?\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^\]]*\])*\{([^}]*)\}/g;

function sentenceOf(latex: string): Sentence {
  const cites: string[] = [];
  const text = latex.replace(CITATION, (_, keys: string) => {
    const own = keys.split(",").map((key) => key.trim());
    cites.push(...own);
    return ` [${own.join(", ")}]`;
  });
  return { text: plain(text).trim(), cites, evidence: [] };
}

/** Returns what reads like text of the few commands that the server writes. */
function plain(latex: string): string {
  return latex
    .replace(/\\text(?:backslash|asciitilde|asciicircum)\{\}/g, (one) => NAMED[one] ?? one)
    .replace(/\\([&%$#_{}])/g, "$1")
    .replace(/~/g, "\u00a0");
}

const NAMED: Readonly<Record<string, string>> = {
  "\\textbackslash{}": "\\",
  "\\textasciitilde{}": "\u223c",
  "\\textasciicircum{}": "^",
};

function hasText(line: string): boolean {
  return line.trim() !== "";
}
