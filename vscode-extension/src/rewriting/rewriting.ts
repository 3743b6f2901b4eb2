// A rewritten sentence where it stands: old words struck, new words beside them, and above it what
// its author can do. Nothing is in the draft before that is accepted.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { goTo } from "../preview/going";
import { AskedFirst, execute, ORDERS, saying } from "../requests";
import { shown } from "../shown";
import type { Texts } from "../texts";
import { notify, pick } from "../window";
import { askInstruction, askTheme } from "./asking";
import { markdownOf } from "./markdown";
import { type Proposal, type ToRevise, Versions } from "./versions";
import { difference, newWords, type Piece } from "./words";

const IS_SHOWN = "citeloom.rewriting";
/** What was asked for and is not decided yet, over a reload: the request, not the text. */
const OPEN = "citeloom.openRewriting";
const FILES = { scheme: "file", pattern: "**/*.{tex,ltx}" };

const color = (name: string) => new vscode.ThemeColor(name);
const gone = vscode.window.createTextEditorDecorationType({
  textDecoration: "line-through",
  opacity: "0.7",
  backgroundColor: color("diffEditor.removedTextBackground"),
});
const come = vscode.window.createTextEditorDecorationType({});
const around = vscode.window.createTextEditorDecorationType({ isWholeLine: true });

interface Open {
  readonly argument: ToRevise;
  /** The line of the sentence, by which it is known. */
  readonly words: string;
}

export class Rewriting implements vscode.Disposable {
  private versions: Versions | undefined;
  private isShown = false;
  private readonly lensesChanged = new vscode.EventEmitter<void>();
  private readonly registered: readonly vscode.Disposable[];

  constructor(
    private readonly memento: vscode.ExtensionContext,
    private readonly texts: Texts,
    private readonly client: () => LanguageClient | undefined,
    private readonly showChanges: (which: { offer: string; version: number }) => Promise<void>,
  ) {
    const { commands, languages, window, workspace } = vscode;
    const acts: Record<string, () => unknown> = {
      accept: () => this.accept(),
      reject: () => this.end(true),
      tryAgain: () => this.tryAgain(),
      instruct: () => this.instruct(),
      source: () => this.source(),
      previous: () => this.go(-1),
      next: () => this.go(1),
      show: () => this.show(true),
      close: () => this.show(false),
    };
    this.registered = [
      this.lensesChanged,
      ...Object.entries(acts).map(([name, act]) =>
        commands.registerCommand(`citeloom.rewriting.${name}`, () =>
          saying(async () => {
            if (this.versions) await act();
          }),
        ),
      ),
      languages.registerCodeLensProvider(FILES, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: ({ uri }) => this.lenses(uri),
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (!this.versions || !this.isOf(document.uri) || !contentChanges.length) return;
        const lineAt = (line: number) =>
          line < document.lineCount ? document.lineAt(line).text : undefined;
        if (this.versions.follows(contentChanges, lineAt)) this.draw();
        else this.end(true);
      }),
      window.onDidChangeVisibleTextEditors(() => this.draw()),
      window.onDidChangeActiveTextEditor(() => this.draw()),
    ];
  }

  /** Revises a sentence; asks first what is wanted where a model can be told. */
  async revise(argument: ToRevise = {}): Promise<void> {
    const client = this.client();
    if (!client) return;
    const isOpen = this.isAt(argument) && argument.revision === "sentence";
    let asked = argument;
    if (argument.instruction === "") {
      const instruction = await askInstruction(this.memento.globalState, isOpen);
      if (instruction === undefined) return;
      if (instruction === null) return this.show(true);
      asked = { ...argument, instruction };
    } else if (isOpen && !this.isShown) {
      return this.show(true);
    } else if (argument.revision === "theme" && !argument.theme) {
      const theme = await askTheme();
      if (!theme) return;
      asked = { ...argument, theme };
    }
    await this.order(client, asked);
  }

  /** Lets its author choose what else is to be done with a sentence. */
  async more(argument: object): Promise<void> {
    const client = this.client();
    if (!client) return;
    interface Rows {
      readonly title: string;
      readonly revisions: readonly { title: string; about: string; arguments: ToRevise }[];
    }
    const { title, revisions } = await execute<Rows>(client, "moreRevisions", argument);
    const rows = revisions.map((row) => ({ label: row.title, detail: row.about, row }));
    const chosen = await pick(rows, { title: `Citeloom: ${title}`, matchOnDetail: true });
    if (chosen) await this.revise(chosen.row.arguments);
  }

  /** Shows what was made where it stands; what stands in several places, in a diff editor. */
  async propose(proposal: Proposal): Promise<void> {
    const client = this.client();
    const [lines, ...others] = proposal.changes;
    if (!client) return;
    if (!lines) {
      void notify("warning", proposal.message);
      await execute(client, "preview", { offer: proposal.offer });
    } else if (others.length) {
      await this.showChanges({ offer: proposal.offer, version: 0 });
    } else if (this.versions?.isOf(lines)) {
      if (!this.versions.add({ proposal, lines })) {
        void notify("information", "No other wording was found.");
      }
      await this.show(true);
    } else {
      this.end(true);
      this.versions = new Versions({ proposal, lines });
      await this.show(true);
    }
  }

  /** Offers what a window that was closed or loaded again left open. */
  async resume(): Promise<void> {
    const open = this.memento.workspaceState.get<Open>(OPEN);
    const client = this.client();
    if (!open || !client || this.versions) return;
    const { argument, words } = open;
    const uri = vscode.Uri.parse(argument.uri ?? "");
    const document = await vscode.workspace.openTextDocument(uri).then(
      (opened) => opened,
      () => undefined,
    );
    const line = argument.position?.line ?? 0;
    const stands = document && line < document.lineCount && document.lineAt(line).text === words;
    const name = uri.path.split("/").at(-1) ?? "";
    const message = `A rewrite in ${name} was neither accepted nor rejected when the window closed.`;
    if (stands && (await notify("information", message, "Show it again"))) {
      await saying(() => this.order(client, argument));
    } else {
      await this.remember(undefined);
    }
  }

  private async order(client: LanguageClient, argument: ToRevise): Promise<void> {
    const line = argument.position?.line;
    const { activeTextEditor: editor } = vscode.window;
    if (line !== undefined && editor && line < editor.document.lineCount) {
      await this.remember({ argument, words: editor.document.lineAt(line).text });
    }
    try {
      await execute(client, "revise", { version: ORDERS, ...argument });
    } catch (error) {
      if (!(error instanceof AskedFirst)) await this.remember(undefined);
      throw error;
    }
  }

  private async accept(): Promise<void> {
    const { versions } = this;
    const client = this.client();
    if (!client || !versions || !this.changes()) return;
    const { proposal } = versions.shown;
    const argument = { offer: proposal.offer };
    const done = await execute<{ applied: boolean }>(client, "insert", argument);
    if (done.applied && this.versions === versions) this.end(false);
  }

  /** Asks for other words; those before stay at hand. */
  private async tryAgain(instruction?: string): Promise<void> {
    const client = this.client();
    const { versions } = this;
    const asked = versions?.shown.proposal.arguments;
    if (!client || !versions || !asked) return;
    const position = { line: versions.line, character: 0 };
    const wish = instruction ?? asked.instruction ?? "";
    await this.order(client, {
      ...asked,
      position,
      seed: versions.nextSeed,
      instruction: wish,
    });
  }

  private async instruct(): Promise<void> {
    const instruction = await askInstruction(this.memento.globalState, false);
    if (instruction) await this.tryAgain(instruction);
  }

  private async source(): Promise<void> {
    const client = this.client();
    const { lines } = this.versions?.shown ?? {};
    if (!client || !lines) return;
    const rows = lines.sources.map((one) => ({ label: one.key, detail: one.sentence, one }));
    const chosen =
      rows.length > 1 ? await pick(rows, { title: "Citeloom: Which Source?" }) : rows[0];
    if (chosen) await goTo(client, this.texts, lines.uri, chosen.one.key, chosen.one.sentence);
  }

  private go(step: number): void {
    this.versions?.go(step);
    this.draw();
  }

  /** Shows it, or hides it: then it can be had again until the sentence changes. */
  private async show(isShown: boolean): Promise<void> {
    const { versions } = this;
    this.isShown = isShown && versions !== undefined;
    if (this.isShown && versions) {
      const uri = vscode.Uri.parse(versions.shown.lines.uri);
      const at = new vscode.Range(versions.line, 0, versions.line, 0);
      const { visibleTextEditors } = vscode.window;
      const open = visibleTextEditors.find(({ document }) => this.isOf(document.uri));
      const editor = open ?? (await vscode.window.showTextDocument(uri, { selection: at }));
      editor.revealRange(at, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
    this.draw();
  }

  /** Ends it; what is not taken is `discarded`. */
  private end(discarded: boolean): void {
    const { versions } = this;
    if (!versions) return;
    this.versions = undefined;
    this.isShown = false;
    void this.remember(undefined);
    this.draw();
    const client = this.client();
    const gone = discarded ? versions.offers : versions.offers.slice(0, -1);
    for (const offer of client ? gone : []) {
      void saying(() => execute(client as LanguageClient, "discard", { offer }));
    }
  }

  private remember(open: Open | undefined): Thenable<void> {
    return this.memento.workspaceState.update(OPEN, open);
  }

  private isOf(uri: vscode.Uri): boolean {
    const lines = this.versions?.shown.lines;
    return lines !== undefined && vscode.Uri.parse(lines.uri).toString() === uri.toString();
  }

  private isAt({ uri, position }: ToRevise): boolean {
    const { versions } = this;
    const lines = versions?.shown.lines;
    if (!versions || !lines || !position || uri !== lines.uri) return false;
    return position.line >= versions.line && position.line < versions.line + lines.old.length;
  }

  /** Whether anything would change. */
  private changes(): boolean {
    const lines = this.versions?.shown.lines;
    return lines !== undefined && lines.old.join("\n") !== lines.new.join("\n");
  }

  private draw(): void {
    const { versions } = this;
    const { window, commands } = vscode;
    this.lensesChanged.fire();
    const editor = window.activeTextEditor;
    const isHere = this.isShown && editor !== undefined && this.isOf(editor.document.uri);
    void commands.executeCommand("setContext", IS_SHOWN, isHere);
    for (const each of window.visibleTextEditors) {
      const isIts = this.isShown && versions !== undefined && this.isOf(each.document.uri);
      const drawn = isIts ? drawingOf(each.document, versions) : NOTHING;
      each.setDecorations(gone, drawn.gone);
      each.setDecorations(come, drawn.come);
      each.setDecorations(around, drawn.around);
    }
  }

  private lenses(uri: vscode.Uri): vscode.CodeLens[] {
    const { versions } = this;
    if (!versions || !this.isOf(uri)) return [];
    const { proposal, lines } = versions.shown;
    const range = new vscode.Range(versions.line, 0, versions.line, 0);
    const doubts = proposal.doubts.length;
    const can = proposal.arguments !== null;
    const rows: readonly (readonly [string, string, boolean])[] = this.isShown
      ? [
          ["$(check) Accept", "accept", this.changes()],
          ["$(close) Reject", "reject", true],
          ["$(refresh) Try again", "tryAgain", can],
          ["Another instruction…", "instruct", can && proposal.arguments?.instruction !== ""],
          ["Show source", "source", lines.sources.length > 0],
          ["$(chevron-left)", "previous", versions.place !== ""],
          [`${versions.place} $(chevron-right)`, "next", versions.place !== ""],
          [`$(warning) ${doubts} to check`, "source", doubts > 0],
          ["$(pass) Nothing to check", "source", proposal.byModel && !doubts],
        ]
      : [[`Show rewrite ${versions.place}`.trim(), "show", true]];
    return rows
      .filter(([, , isOffered]) => isOffered)
      .map(([title, name]) => {
        const tooltip = doubts ? shown(proposal.doubts.join("; ")) : shown(proposal.message);
        return new vscode.CodeLens(range, {
          title,
          tooltip,
          command: `citeloom.rewriting.${name}`,
        });
      });
  }

  dispose(): void {
    for (const one of this.registered) one.dispose();
  }
}

interface Drawing {
  readonly gone: readonly vscode.DecorationOptions[];
  readonly come: readonly vscode.DecorationOptions[];
  readonly around: readonly vscode.DecorationOptions[];
}

const NOTHING: Drawing = { gone: [], come: [], around: [] };

function drawingOf(document: vscode.TextDocument, versions: Versions): Drawing {
  const { lines, proposal } = versions.shown;
  const start = document.offsetAt(new vscode.Position(versions.line, 0));
  const eol = document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n";
  const [old, now] = [lines.old.join(eol), lines.new.join(eol)];
  const at = (offset: number) => document.positionAt(start + offset);
  const pieces = difference(old, now);
  const hoverMessage = markdownOf(now, proposal.doubts, lines.sources);
  const whole = new vscode.Range(at(0), at(old.length));
  return {
    gone: pieces
      .filter(({ kind }) => kind === "old")
      .map((piece) => ({
        range: new vscode.Range(at(piece.at), at(piece.at + piece.text.length)),
      })),
    come: cards(now, pieces).map((after) => ({
      range: new vscode.Range(whole.end, whole.end),
      renderOptions: { after },
    })),
    around: [{ range: whole, hoverMessage }],
  };
}

/**
 * The new sentence below the old one, and over it its new words once more, by which these are told
 * from the others: a decoration has one look. What is put beside words is not wrapped with its line:
 * in one that fills the window it would lie over the end of it. Where an editor draws this in
 * another way, the hover has the words.
 */
function cards(
  now: string,
  pieces: readonly Piece[],
): readonly vscode.ThemableDecorationAttachmentRenderOptions[] {
  if (!now) return [];
  // How wide an editor is nobody tells: those beside each other share the window.
  const width = `min(80ch, ${60 / vscode.window.tabGroups.all.length}vw)`;
  const textDecoration = `none; ${CARD}; width: ${width}`;
  const card = {
    contentText: now.replace(LINE_END, " "),
    color: color("editorHoverWidget.foreground"),
    backgroundColor: color("editorHoverWidget.background"),
    border: "1px solid",
    borderColor: color("focusBorder"),
    textDecoration,
  };
  const marked = newWords(pieces).replace(LINE_END, " ");
  const over = {
    contentText: marked,
    color: color("charts.green"),
    border: "1px solid transparent",
    fontWeight: "bold",
    textDecoration,
  };
  return marked.trim() ? [card, over] : [card];
}

const LINE_END = /[ \t]*\r?\n/g;
const CARD =
  "position: absolute; left: 0; top: 100%; z-index: 10; padding: 2px 6px; white-space: pre-wrap";
