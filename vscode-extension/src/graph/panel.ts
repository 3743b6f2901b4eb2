// Graphs beside the draft: gets them from the server, goes to papers.
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { nameOf } from "../picks/methods";
import { goTo } from "../preview/going";
import { execute, saying, waiting } from "../requests";
import type { Texts } from "../texts";
import { notify } from "../window";
import { editOutline } from "../writing";
import { type Graph, readable, type Shown } from "./graph";
import { page } from "./page";

type Said = { readonly open: string } | { readonly outline: string };

/** The kind of its panel. */
export const GRAPH = "citeloom.graph";

export class Graphs implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private project = "";

  constructor(
    private readonly extension: vscode.Uri,
    private readonly texts: Texts,
    private readonly client: () => LanguageClient | undefined,
  ) {}

  /** Shows what can be drawn: that of the newest text that waits first, or the draft's own. */
  async show(): Promise<void> {
    const client = this.client();
    if (!client) return;
    const document = vscode.window.activeTextEditor?.document;
    const isOurs = document && /\.(tex|ltx|bib)$/i.test(document.uri.path);
    if (isOurs) this.project = client.code2ProtocolConverter.asUri(document.uri);
    const graphs = await saying(() => graphsOf(client, this.project));
    if (!graphs) return;
    if (graphs.every(({ graph }) => !graph.nodes.length)) {
      void notify("information", "Nothing to draw: the draft cites no entry of its .bib files.");
      return;
    }
    const { webview } = this.opened();
    const nonce = randomBytes(16).toString("hex");
    const script = webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "dist", "graph.js"));
    webview.html = page(graphs, { nonce, script: script.toString() });
  }

  private opened(): vscode.WebviewPanel {
    if (this.panel) {
      this.panel.reveal();
      return this.panel;
    }
    const panel = vscode.window.createWebviewPanel(
      GRAPH,
      "Citeloom Graph",
      vscode.ViewColumn.Beside,
      {
        enableScripts: true,
        enableFindWidget: true,
        localResourceRoots: [vscode.Uri.joinPath(this.extension, "dist")],
      },
    );
    panel.webview.onDidReceiveMessage((said: Said) => saying(() => this.act(said)));
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    this.panel = panel;
    return panel;
  }

  private async act(said: Said): Promise<void> {
    const client = this.client();
    if (client && "outline" in said) await editOutline(client, said.outline);
    else if (client && "open" in said) await goTo(client, this.texts, this.project, said.open);
  }

  dispose(): void {
    this.panel?.dispose();
  }
}

const DRAFT = "the draft";
const TAXONOMY = "taxonomy";

async function graphsOf(client: LanguageClient, project: string): Promise<readonly Shown[]> {
  const found: Shown[] = [];
  const { offers } = await waiting(client);
  for (const { offer, title, version } of [...offers].reverse()) {
    const [method = title] = title.split(",");
    if (version === 0) found.push(...(await asked(client, { offer }, nameOf(method))));
  }
  const argument = project ? { uri: project } : {};
  return [...found, ...(await asked(client, argument, DRAFT))];
}

async function asked(
  client: LanguageClient,
  argument: { readonly offer?: string; readonly uri?: string },
  of: string,
): Promise<Shown[]> {
  const { graphs } = await execute<{ graphs: readonly Graph[] }>(client, "graphs", argument);
  return graphs.map((graph) => ({
    of,
    graph: readable(graph),
    ...("offer" in argument && graph.kind === TAXONOMY && { outline: argument.offer }),
  }));
}
