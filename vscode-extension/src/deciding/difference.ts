// VS Code's own diff editor: a file as it is, against the file as it would be. Its author decides
// there whose words stand, passage by passage, and inserts what is shown.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Changes, ShownChanges } from "../answers";
import { execute, newest, saying, waiting } from "../requests";
import { shown } from "../shown";
import type { Texts } from "../texts";
import { notify } from "../window";
import { sayNothingWaits } from "../written";
import { type Act, lenses, taken, toBeChecked } from "./choices";
import { SeveralFiles } from "./several";

/** Of our own, so that its lenses show in a diff editor, where others are off. */
const LANGUAGE = "citeloom-changes";
const ACT = "citeloom.deciding.act";
const AGAIN = 300;

export class Difference implements vscode.Disposable {
  private changes: Changes | undefined;
  private before: vscode.Uri | undefined;
  private after: vscode.Uri | undefined;
  private asked = 0;
  private waiting: NodeJS.Timeout | undefined;
  private readonly several: SeveralFiles;
  private readonly lensesChanged = new vscode.EventEmitter<void>();
  private readonly registered: readonly vscode.Disposable[];

  constructor(
    private readonly texts: Texts,
    private readonly client: () => LanguageClient | undefined,
  ) {
    const { commands, languages, workspace } = vscode;
    this.several = new SeveralFiles(texts);
    this.registered = [
      this.several,
      this.lensesChanged,
      languages.registerCodeLensProvider(LANGUAGE, {
        onDidChangeCodeLenses: this.lensesChanged.event,
        provideCodeLenses: ({ uri }) => this.lenses(uri),
      }),
      commands.registerCommand(ACT, (chosen: Act) => this.act(chosen)),
      commands.registerCommand("citeloom.showChanges", (which?: ShownChanges) =>
        saying(() => this.show(which)),
      ),
      commands.registerCommand("citeloom.deciding.insert", () => this.act("insert")),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.compares(document.uri)) this.refreshSoon();
      }),
    ];
  }

  /** Shows what a waiting text would make of its section; without a name the only one. */
  async show(which?: ShownChanges): Promise<void> {
    const client = this.client();
    if (!client) return;
    const { offer, version } = which ?? newest(await waiting(client));
    if (!offer) {
      void sayNothingWaits();
      return;
    }
    const changes = await execute<Changes>(client, "changes", { offer, version });
    const doubts = toBeChecked(changes);
    if (doubts) void notify("warning", doubts);
    const count = changes.files.length;
    const isOther = this.changes?.uri !== changes.uri || this.changes?.files.length !== count;
    if (this.changes && isOther) await this.close();
    const before = client.protocol2CodeConverter.asUri(changes.uri);
    this.before = before;
    this.put(changes);
    if (changes.files.length > 1) {
      await this.several.show(changes.files);
      return;
    }
    const selection = new vscode.Range(changes.line, 0, changes.line, 0);
    const title = shown(`${nameOf(before)}: proposed changes`);
    const options = { preview: false, selection };
    await vscode.commands.executeCommand("vscode.diff", before, this.after, title, options);
    const document = vscode.workspace.textDocuments.find(
      ({ uri }) => uri.toString() === this.after?.toString(),
    );
    if (document) await vscode.languages.setTextDocumentLanguage(document, LANGUAGE);
    if (changes.problem) {
      const words =
        "Your changes cannot be told from the text that was written: everything between the marks is compared.";
      void notify("information", words);
    }
  }

  /** Shows again what may have changed: the draft, the text, what was decided elsewhere. */
  async refresh(): Promise<void> {
    const client = this.client();
    const { changes } = this;
    if (!client || !changes || !this.tab()) return;
    this.asked += 1;
    const mine = this.asked;
    const { offer, version } = changes;
    interface Shown {
      readonly waiting: readonly string[];
      readonly proposed: readonly string[];
    }
    const { waiting, proposed } = await execute<Shown>(client, "show");
    const waits = waiting.includes(offer) || proposed.includes(offer);
    const found = waits
      ? await execute<Changes>(client, "changes", { offer, version }).catch(() => undefined)
      : undefined;
    if (mine !== this.asked) return;
    if (!waits) await this.close();
    else if (found) this.put(found);
  }

  private compares(file: vscode.Uri): boolean {
    const files = this.changes?.files ?? [];
    return files.some(({ uri }) => vscode.Uri.parse(uri).toString() === file.toString());
  }

  private refreshSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void saying(() => this.refresh()), AGAIN);
  }

  private put(changes: Changes): void {
    this.changes = changes;
    if (!this.before) return;
    if (changes.files.length > 1) this.several.put(changes.files);
    // The buttons over it go by the name of its folder.
    const folder = changes.woven ? "woven" : "changes";
    this.after = this.texts.put(`${folder}/${nameOf(this.before)}`, changes.text);
    this.lensesChanged.fire();
  }

  private lenses(uri: vscode.Uri): vscode.CodeLens[] {
    if (!this.changes || uri.toString() !== this.after?.toString()) return [];
    return lenses(this.changes).map(({ title, line, act }) => {
      const command = { title: shown(title), command: ACT, arguments: [act] };
      return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
    });
  }

  private async act(act: Act): Promise<void> {
    await saying(async () => {
      const client = this.client();
      const { changes } = this;
      if (!client || !changes) return;
      const { offer, version } = changes;
      if (act === "close") {
        await this.close();
        void notify("information", "Your text is unchanged; the new one is still waiting.");
      } else if (act === "insert") {
        await this.insert(client, { offer, version, taken: taken(changes) });
      } else if (act === "below") {
        await this.insert(client, { offer, version, below: true });
      } else {
        this.asked += 1;
        this.put(await execute<Changes>(client, "decide", { offer, version, ...act }));
      }
    });
  }

  private async insert(client: LanguageClient, argument: object): Promise<void> {
    const done = await execute<{ applied: boolean }>(client, "insert", argument);
    if (done.applied) await this.close();
  }

  private tab(): vscode.Tab | undefined {
    if ((this.changes?.files.length ?? 0) > 1) return this.several.tab();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const after = this.after?.toString();
    return tabs.find(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff && input.modified.toString() === after,
    );
  }

  private async close(): Promise<void> {
    const tab = this.tab();
    this.changes = this.before = this.after = undefined;
    this.asked += 1;
    clearTimeout(this.waiting);
    if (tab) await vscode.window.tabGroups.close(tab);
  }

  dispose(): void {
    clearTimeout(this.waiting);
    for (const one of this.registered) one.dispose();
  }
}

function nameOf(file: vscode.Uri): string {
  return file.path.split("/").at(-1) ?? "";
}
