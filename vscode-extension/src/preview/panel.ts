// The preview beside the draft: shows what was written, goes to its sources, inserts it.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Offered } from "../answers";
import { execute, newest, saying, waiting } from "../requests";
import type { Texts } from "../texts";
import { sayNothingWaits } from "../written";
import { goTo } from "./going";
import { page, placeOf } from "./page";

type Said =
  | { readonly insert: number }
  | { readonly changes: number }
  | { readonly key: string; readonly sentence: string };

/** The kind of its panel. */
export const PREVIEW = "citeloom.preview";

export class Preview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private offer = "";
  private shown: readonly Offered[] = [];

  constructor(
    private readonly extension: vscode.Uri,
    private readonly texts: Texts,
    private readonly client: () => LanguageClient | undefined,
  ) {}

  /** Shows what waits: the offer named, or the newest. */
  async show(offer: string): Promise<void> {
    const client = this.client();
    if (!client) return;
    const found = await waiting(client);
    const wanted = offer || newest(found).offer;
    const versions = found.offers.filter((text) => text.offer === wanted);
    if (!versions.length) return sayNothingWaits();
    this.offer = wanted;
    const panel = this.opened();
    panel.title = versions[0] ? `Preview: ${placeOf(versions[0])}` : "Related Work";
    this.put(panel, versions);
  }

  /** Shows again what may have changed; closes what waits no more: it is in the draft, or gone. */
  async refresh(): Promise<void> {
    const client = this.client();
    const { panel } = this;
    if (!client || !panel) return;
    const { offers } = await waiting(client);
    const versions = offers.filter((text) => text.offer === this.offer);
    // It may have been closed meanwhile.
    if (panel !== this.panel) return;
    if (!versions.length) panel.dispose();
    else if (JSON.stringify(versions) !== JSON.stringify(this.shown)) this.put(panel, versions);
  }

  /** Takes the panel of a window that was loaded again; closes it where nothing waits any more. */
  async restore(panel: vscode.WebviewPanel): Promise<void> {
    this.use(panel);
    const client = this.client();
    const offer = client && newest(await waiting(client)).offer;
    if (offer) await this.show(offer);
    else panel.dispose();
  }

  private put({ webview }: vscode.WebviewPanel, versions: readonly Offered[]): void {
    this.shown = versions;
    const nonce = randomBytes(16).toString("hex");
    const script = webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "dist", "preview.js"));
    webview.html = page(versions, { nonce, script: script.toString() });
  }

  private opened(): vscode.WebviewPanel {
    if (this.panel) {
      this.panel.reveal(undefined, true);
      return this.panel;
    }
    const panel = vscode.window.createWebviewPanel(
      PREVIEW,
      "Related Work",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      {},
    );
    return this.use(panel);
  }

  private use(panel: vscode.WebviewPanel): vscode.WebviewPanel {
    const roots = [vscode.Uri.joinPath(this.extension, "dist")];
    panel.webview.options = { enableScripts: true, localResourceRoots: roots };
    panel.webview.onDidReceiveMessage((said: Said) => this.act(said));
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    this.panel = panel;
    return panel;
  }

  private async act(said: Said): Promise<void> {
    const client = this.client();
    if (!client) return;
    if ("changes" in said) {
      const which = { offer: this.offer, version: said.changes };
      await vscode.commands.executeCommand("citeloom.showChanges", which);
      return;
    }
    if (!("insert" in said)) {
      const project = this.shown[0]?.uri ?? "";
      await saying(() => goTo(client, this.texts, project, said.key, said.sentence));
      return;
    }
    const argument = { offer: this.offer, version: said.insert };
    await saying(() => execute(client, "insert", argument));
  }

  dispose(): void {
    this.panel?.dispose();
  }
}
