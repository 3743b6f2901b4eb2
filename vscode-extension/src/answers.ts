// What the server answers to its commands, as far as it is used here; see docs/protocol.md.
import type { Location, Range } from "vscode-languageclient/node";

/** Where a statement comes from; an empty key is the draft itself. */
export interface Evidence {
  readonly key: string;
  readonly source: string;
  readonly sentence: string;
  /** The key of the paper that says it of this one, where `source` is `citing`; else empty. */
  readonly by?: string;
}

export interface Citation {
  readonly cites: readonly string[];
  readonly form: string;
  readonly names: string;
}

/** Something in a sentence, from `start` to `end` of its text, that its papers do not say. */
export interface WrittenDoubt {
  readonly kind: string;
  readonly reason: string;
  readonly start: number;
  readonly end: number;
}

export interface Sentence {
  readonly text: string;
  readonly parts: readonly (string | Citation)[];
  readonly cites: readonly string[];
  readonly evidence: readonly Evidence[];
  /** A server of an earlier version gives none. */
  readonly doubts?: readonly WrittenDoubt[];
}

export interface Paragraph {
  readonly topic: string;
  readonly sentences: readonly Sentence[];
}

/** One version of a text that waits. */
export interface Offered {
  readonly offer: string;
  readonly uri: string;
  readonly version: number;
  readonly section: string;
  /** The file that the section's text stands in, relative to the draft's folder. */
  readonly file?: string;
  readonly title: string;
  readonly paragraphs: readonly Paragraph[];
  readonly uncited: readonly string[];
  readonly references: readonly { key: string; title: string; hasAbstract: boolean }[];
  /** How closely it ties its references together, in a sentence. */
  readonly foot?: string;
  readonly notes: readonly string[];
  /** Whether a text of ours stands in its section already. */
  readonly replaces?: boolean;
}

/** What waits. */
export interface Waiting {
  /** Texts of sections. */
  readonly offers: readonly Offered[];
}

/** Which text is to be shown against the draft. */
export interface ShownChanges {
  readonly offer: string;
  readonly version: number;
}

/** A place that the author and a new text both changed; `line` is of the file as it would be. */
export interface ChangedPassage {
  readonly id: string;
  /** The author's words; empty where they took sentences out. */
  readonly own: string;
  readonly new: string;
  readonly line: number;
  /** Whether the new words stand there, as it is decided now. */
  readonly taken: boolean;
}

/** A file as it would be after a change. */
export interface WrittenFile {
  readonly uri: string;
  readonly text: string;
}

/** What a waiting text would make of its file. */
export interface Changes extends ShownChanges, WrittenFile {
  readonly title: string;
  /** What the papers of its sentences do not say; a server of an earlier version gives none. */
  readonly doubts?: readonly string[];
  /** Sentences for paragraphs: inserted as they are or not at all. */
  readonly woven: boolean;
  /** All files of the draft that would change, this one among them. */
  readonly files: readonly WrittenFile[];
  readonly line: number;
  readonly passages: readonly ChangedPassage[];
  readonly kept: readonly string[];
  /** Why the two cannot be merged; then everything between the marks is the one passage. */
  readonly problem: string;
}

/** The answer of any command that would write or send files outside of the project's folder. */
export interface AskedOutside {
  readonly asked: true;
  readonly outside: readonly string[];
}

/** A text waits: what `citeloom/written` says. */
export interface TextWaits {
  readonly offer: string;
  readonly uri: string;
  readonly canInsert: boolean;
  /** Whether of some papers that it cites the titles alone were known. */
  readonly lacksAbstracts?: boolean;
  readonly message: string;
}

/** A paper by its key. */
export interface ShownPaper {
  readonly entry: Location | null;
  readonly title?: string;
  readonly abstract?: string;
  readonly abstractFrom?: string;
}

export interface Method {
  readonly name: string;
  readonly summary: string;
  readonly usesModel: boolean;
  readonly canRun: boolean;
  readonly why: string;
  /** What writing this draft by it takes; null where no draft can be written about. */
  readonly estimate: Estimate | null;
}

/** `ways` are the methods that are offered first of those that ask a model; empty where none is. */
export interface Methods {
  readonly methods: readonly Method[];
  readonly default: string;
  readonly ways: { readonly model: string; readonly thorough: string; readonly why: string };
}

export interface ModelOffer {
  readonly name: string;
  readonly context: number;
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
}

/** The models at a host. */
export interface OfferedThere {
  readonly host: string;
  readonly models: readonly ModelOffer[];
  /** Whether it tells them only with a key, or with another one; `why` says so in words. */
  readonly wantsKey: boolean;
  readonly why: string;
}

/** The language model that is asked, and those that could be. */
export interface Models {
  readonly current: {
    readonly provider: string;
    readonly name: string;
    readonly host: string;
  } | null;
  /** Why the model cannot be told or asked; empty if it can, or if there is none. */
  readonly why: string;
  readonly programs: readonly {
    readonly provider: string;
    readonly title: string;
    readonly models: readonly string[];
  }[];
  readonly providers: readonly {
    readonly provider: string;
    readonly title: string;
    readonly address: string;
  }[];
}

/** A model that was tested, and is asked from now on. */
export interface ChosenModel {
  readonly name: string;
  readonly host: string;
  readonly staysHere: boolean;
  readonly context: number;
  readonly seconds: number | null;
  readonly trial: readonly string[];
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
}

/** A section of a draft: its name for commands, its heading, its line, the file of its text. */
export interface DraftSection {
  readonly section: string;
  readonly heading: string;
  readonly file: string;
  readonly line?: number;
}

/** `places` are the headings after which a draft without related work may get that section. */
export interface Sections {
  readonly uri: string;
  readonly meant: DraftSection | null;
  readonly related: readonly DraftSection[];
  readonly others: readonly DraftSection[];
  readonly places: readonly string[];
}

interface Between {
  readonly least: number;
  readonly most: number;
}

export interface Estimate {
  /** The method that would write; empty where nothing is written. */
  readonly method: string;
  readonly usesModel: boolean;
  readonly host: string;
  readonly model: string;
  readonly staysHere: boolean;
  /** What to know before a run: what is missing. */
  readonly notices?: readonly string[];
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly seconds?: Between | null;
  readonly money: number | null;
  readonly currency: string;
}

/** A place where a key is cited; `section` is a number of `References.sections`. */
export interface CitedAt {
  readonly section: number | null;
  readonly uri: string;
  readonly range: Range;
}

export interface Reference {
  readonly key: string;
  readonly title: string;
  readonly people: string;
  readonly keywords: readonly string[];
  readonly entry: Location | null;
  readonly cited: readonly CitedAt[];
  readonly nocited: boolean;
  readonly state: string | null;
  readonly abstractFrom?: string;
  readonly fullText?: string;
  readonly notices?: readonly string[];
  readonly candidates?: number;
  readonly published?: string;
  readonly links?: readonly { name: string; url: string }[];
  readonly hasPdf?: boolean;
}

/** A paper that the draft might cite; see docs/suggestions.md. */
export interface Suggestion {
  readonly paper: string;
  readonly title: string;
  readonly people: string;
  readonly year: number | null;
  readonly venue: string;
  readonly quote: string;
  /** Of its entry in the .bib files; empty without one. */
  readonly key: string;
  readonly citedBy: readonly string[];
  readonly cites: readonly string[];
  readonly sources: readonly string[];
  readonly sentence: SuggestedSentence | null;
}

/** The sentence of the draft that a suggestion belongs to; no range: it has changed since. */
export interface SuggestedSentence {
  readonly uri: string;
  readonly range: Range | null;
  readonly text: string;
}

export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly notes: readonly string[];
  /** Whether services may be asked, as the settings and the user's answer are now. */
  readonly mayAsk: boolean;
}

/** The answer where the user, or a newer search, has ended a search. */
export interface Cancelled {
  readonly cancelled: true;
}

/** A suggestion that was taken: its key, and the files that were changed. */
export interface Taken {
  readonly key: string;
  readonly applied: boolean;
  readonly changed: readonly string[];
}

/** The last suggestions are there once somebody has looked for some. */
export interface References extends Partial<Suggestions> {
  readonly uri: string;
  readonly sections: readonly { title: string; chapter: string }[];
  readonly references: readonly Reference[];
  /** Of how many cited papers the abstract is known: counted as everywhere else. */
  readonly abstracts: { readonly known: number; readonly cited: number };
  /** `inOwnText`: left out because the author's own text in the section cites them. */
  readonly chosen: {
    readonly origin: string;
    readonly keys: readonly string[];
    readonly inOwnText?: readonly string[];
  };
}
