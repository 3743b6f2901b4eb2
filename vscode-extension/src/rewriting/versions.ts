// A sentence and the versions of it that were made: which is shown, where it stands by now.

/** Lines of a file, and what would replace them: `citeloom/proposed` tells of each. */
export interface ChangedLines {
  readonly uri: string;
  readonly line: number;
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly sources: readonly {
    readonly key: string;
    readonly source: string;
    readonly sentence: string;
  }[];
}

/** What `citeloom.revise` is told. */
export interface ToRevise {
  readonly uri?: string;
  readonly revision?: string;
  readonly position?: { readonly line: number; readonly character: number };
  readonly theme?: string;
  readonly instruction?: string;
  readonly seed?: number;
}

/** Sentences that were made: what `citeloom/proposed` says. */
export interface Proposal {
  readonly offer: string;
  readonly message: string;
  readonly doubts: readonly string[];
  readonly byModel: boolean;
  /** With these it can be asked for again; null where nothing is written anew. */
  readonly arguments: ToRevise | null;
  readonly changes: readonly ChangedLines[];
}

export interface Version {
  readonly proposal: Proposal;
  readonly lines: ChangedLines;
}

/** The versions of one place; the one that came last is shown, until its author goes back. */
export class Versions {
  private at = 0;
  private readonly all: Version[];

  constructor(
    first: Version,
    public line = first.lines.line,
  ) {
    this.all = [first];
  }

  get shown(): Version {
    return this.all[this.at] as Version;
  }

  get offers(): readonly string[] {
    return this.all.map(({ proposal }) => proposal.offer);
  }

  /** As `2/3`; empty where there is one. */
  get place(): string {
    return this.all.length > 1 ? `${this.at + 1}/${this.all.length}` : "";
  }

  /** The seed that no version has had. */
  get nextSeed(): number {
    return 1 + Math.max(...this.all.map(({ proposal }) => proposal.arguments?.seed ?? 0));
  }

  /** Whether they are of the same words at the same place. */
  isOf({ uri, line, old }: ChangedLines): boolean {
    const { lines } = this.shown;
    return lines.uri === uri && this.line === line && same(lines.old, old);
  }

  /** Adds a version and shows it; tells whether it has other words than the earlier ones. */
  add(version: Version): boolean {
    const known = this.all.findIndex(({ lines }) => same(lines.new, version.lines.new));
    if (known >= 0) this.all.splice(known, 1);
    this.all.push(version);
    this.at = this.all.length - 1;
    return known < 0;
  }

  go(step: number): void {
    this.at = (this.at + step + this.all.length) % this.all.length;
  }

  /** Follows a change of the file; tells whether the words still stand there. */
  follows(
    changes: readonly {
      readonly range: { readonly start: { line: number }; readonly end: { line: number } };
      readonly text: string;
    }[],
    lineAt: (line: number) => string | undefined,
  ): boolean {
    for (const { range, text } of changes) {
      if (range.end.line <= this.line && range.start.line < this.line) {
        this.line += text.split("\n").length - 1 - (range.end.line - range.start.line);
      }
    }
    return this.shown.lines.old.every((words, number) => lineAt(this.line + number) === words);
  }
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.join("\n") === other.join("\n");
}

/** The last instructions of an author, the newest first. */
export function withInstruction(last: readonly string[], words: string): readonly string[] {
  return [words, ...last.filter((one) => one !== words)].slice(0, 8);
}
