// The preview beside the draft: shows what was written, goes to its sources, inserts it.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { entries, execute, offers, saying } from "../requests";
import { emptyPage, page } from "./page";
import { find } from "./source";

type Said = { readonly insert: number } | { readonly key: string; readonly sentence: string };

export class Preview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private offer = "";

  constructor(
    private readonly extension: vscode.Uri,
    private readonly client: () => LanguageClient | undefined,
  ) {}

  /** Shows what waits: the offer named, or the newest. */
  async show(offer: string): Promise<void> {
    const client = this.client();
    if (!client) return;
    const waiting = await offers(client);
    this.offer = offer || (waiting.at(-1)?.offer ?? "");
    const versions = waiting.filter((one) => one.offer === this.offer);
    const { webview } = this.opened();
    const nonce = randomBytes(16).toString("hex");
    const script = webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "dist", "preview.js"));
    webview.html = versions.length
      ? page(versions, { nonce, script: script.toString() })
      : emptyPage();
  }

  private opened(): vscode.WebviewPanel {
    if (this.panel) {
      this.panel.reveal(undefined, true);
      return this.panel;
    }
    const panel = vscode.window.createWebviewPanel(
      "citeloom.preview",
      "Related Work",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist")] },
    );
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
    if (!("insert" in said)) return goTo(client, said.key, said.sentence);
    const argument = { offer: this.offer, version: said.insert };
    const done = await saying(() => execute<{ applied: boolean }>(client, "insert", argument));
    if (done?.applied) this.panel?.dispose();
  }

  dispose(): void {
    this.panel?.dispose();
  }
}

/** Opens the entry of a key; selects the sentence where it stands there. */
export async function goTo(client: LanguageClient, key: string, sentence: string): Promise<void> {
  const entry = (await entries(client, key)).find(
    ({ name }) => name === key || name.startsWith(`${key}: `),
  );
  if (!entry) {
    void vscode.window.showWarningMessage(`No .bib entry '${key}' was found.`);
    return;
  }
  const uri = client.protocol2CodeConverter.asUri(entry.location.uri);
  const whole = client.protocol2CodeConverter.asRange(entry.location.range);
  const document = await vscode.workspace.openTextDocument(uri);
  const start = document.offsetAt(whole.start);
  const found = sentence ? find(sentence, entryAt(document.getText(), start)) : undefined;
  const selection = found
    ? new vscode.Range(document.positionAt(start + found[0]), document.positionAt(start + found[1]))
    : whole;
  await vscode.window.showTextDocument(document, {
    selection,
    viewColumn: vscode.ViewColumn.One,
  });
}

/** Returns the text of an entry: up to the next one that begins a line. */
function entryAt(text: string, start: number): string {
  const next = text.slice(start + 1).search(/^@/m);
  return next < 0 ? text.slice(start) : text.slice(start, start + 1 + next);
}
