// The view of the references in the side bar.
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { LanguageClient, Range } from "vscode-languageclient/node";
import type { Cancelled, References, Suggestions } from "../answers";
import { pasteAbstract } from "../pasting";
import { execute, ORDERS, saying } from "../requests";
import { shown } from "../shown";
import { citeListed, goToSentence } from "../suggesting";
import {
  type NodeOfSuggested,
  type SuggestedGroup,
  type SuggestionNode,
  suggestedGroup,
} from "./suggested";
import { type Node, type PaperNode, summary, tree } from "./tree";

const DRAFT = /\.(tex|ltx|bib)$/i;
/** After an edit it is asked again when the author pauses. */
const MILLISECONDS_OF_QUIET = 1_000;

export class ReferencesView implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  private readonly view: vscode.TreeView<Node>;
  private readonly parts: vscode.Disposable[];
  private found: References | undefined;
  private suggested: SuggestedGroup | undefined;
  private uri: string | undefined;
  private asked = 0;
  private waiting: NodeJS.Timeout | undefined;

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.view = vscode.window.createTreeView<Node>("citeloom.references", {
      treeDataProvider: {
        onDidChangeTreeData: this.changed.event,
        getChildren: (node) => this.children(node),
        getTreeItem: (node) => this.item(node),
        // Only the group of what is suggested is ever revealed, and that stands at the top.
        getParent: () => undefined,
      },
      showCollapseAll: true,
    });
    const { workspace, window } = vscode;
    const about = (document: vscode.TextDocument) => DRAFT.test(document.uri.path);
    this.parts = [
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(() => this.refresh()),
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor && about(editor.document)) void this.refresh();
      }),
      workspace.onDidSaveTextDocument((document) => about(document) && this.soon()),
      workspace.onDidChangeTextDocument(({ document }) => about(document) && this.soon()),
    ];
  }

  /** Asks the server again, if anybody looks. */
  async refresh(): Promise<void> {
    if (this.view.visible) await this.ask();
  }

  private async ask(): Promise<void> {
    const client = this.client();
    if (!client?.isRunning()) return;
    this.follow(client);
    this.asked += 1;
    const mine = this.asked;
    const argument = this.uri ? { uri: this.uri } : {};
    // Before a draft is open there is nothing to show: the view says so itself.
    const found = await execute<References>(client, "references", argument).catch(() => undefined);
    // A tree that is drawn anew may lose the row that is being opened.
    if (mine !== this.asked || isDeepStrictEqual(found, this.found)) return;
    this.found = found;
    this.show();
  }

  /** Takes the document that the author is in for the one that is asked about. */
  private follow(client: LanguageClient): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document && document.uri.scheme === "file" && DRAFT.test(document.uri.path)) {
      this.uri = client.code2ProtocolConverter.asUri(document.uri);
    }
  }

  /** Looks for references that the draft might cite, or one of its sentences, and shows them. */
  async suggest(asked?: object): Promise<void> {
    const client = this.client();
    if (!client) return;
    this.follow(client);
    const argument = asked ?? (this.uri ? { uri: this.uri } : {});
    const answer = await vscode.window.withProgress(
      { location: { viewId: "citeloom.references" } },
      () => execute<Suggestions | Cancelled>(client, "suggest", argument),
    );
    if ("cancelled" in answer) return;
    await this.ask();
    if (this.suggested) await this.view.reveal(this.suggested, { expand: true, select: false });
  }

  /** Cites a suggested paper. */
  async cite({ suggestion }: SuggestionNode): Promise<void> {
    const client = this.client();
    if (client) await citeListed(client, this.found?.uri, suggestion);
  }

  async dismiss({ suggestion }: SuggestionNode): Promise<void> {
    const client = this.client();
    if (!client) return;
    await execute(client, "dismissSuggestion", { uri: this.found?.uri, paper: suggestion.paper });
    await this.refresh();
  }

  async fetch({ reference }: PaperNode): Promise<void> {
    const client = this.client();
    if (!client) return;
    const uri = this.uri ? { uri: this.uri } : {};
    const argument = { ...uri, key: reference.key, refresh: true };
    await vscode.window.withProgress({ location: { viewId: "citeloom.references" } }, () =>
      execute(client, "fetch", argument),
    );
    await this.refresh();
  }

  /** Offers at its entry which of several papers it is. */
  async choose({ reference: { entry } }: PaperNode): Promise<void> {
    if (!entry) return;
    const { command, arguments: given = [] } = opening(
      "Go to the Entry",
      vscode.Uri.parse(entry.uri),
      beginning(entry.range),
    );
    await vscode.commands.executeCommand(command, ...given);
    await vscode.commands.executeCommand("editor.action.quickFix");
  }

  async pasteAbstract({ reference }: PaperNode): Promise<void> {
    const client = this.client();
    const uri = this.uri ? { uri: this.uri } : {};
    if (client) await pasteAbstract(client, { ...uri, key: reference.key });
  }

  async openPdf({ reference }: PaperNode): Promise<void> {
    const client = this.client();
    if (client) await execute(client, "openPdf", { uri: this.uri, key: reference.key });
  }

  async openWeb({ reference }: PaperNode): Promise<void> {
    const link = reference.links?.find(({ name }) => ["DOI", "arXiv", "web"].includes(name));
    if (link) await vscode.env.openExternal(vscode.Uri.parse(link.url, true));
  }

  async weave({ reference }: PaperNode): Promise<void> {
    const client = this.client();
    const order = { version: ORDERS, uri: this.found?.uri, keys: [reference.key] };
    if (client) await execute(client, "weave", order);
  }

  private soon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.refresh(), MILLISECONDS_OF_QUIET);
  }

  private show(): void {
    const { found } = this;
    this.suggested = found && suggestedGroup(found);
    this.view.message = found ? summary(found) : "";
    this.changed.fire(undefined);
  }

  private children(node?: Node): Node[] {
    if (!node) {
      const suggested = this.suggested ? [this.suggested] : [];
      return [...suggested, ...(this.found ? tree(this.found) : [])];
    }
    if (node.kind === "group") return [...node.papers];
    if (node.kind === "suggested") {
      return [...node.papers, ...[node.notes, node.asking].filter((it) => it !== undefined)];
    }
    return node.kind === "paper" ? [...node.places] : [];
  }

  private item(node: Node): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (node.kind === "group") {
      const item = new vscode.TreeItem(shown(node.label), node.isOpen ? Expanded : Collapsed);
      return Object.assign(item, { id: node.id, description: `${node.papers.length}` });
    }
    if (node.kind === "place") {
      const { place } = node;
      const uri = vscode.Uri.parse(place.uri);
      const line = place.range.start.line + 1;
      return Object.assign(new vscode.TreeItem(shown(node.label), None), {
        id: node.id,
        description: `${uri.path.split("/").at(-1)}:${line}`,
        iconPath: new vscode.ThemeIcon("arrow-small-right"),
        command: opening("Go to the Citation", uri, place.range),
      });
    }
    if (node.kind !== "paper") return suggestedItem(node);
    const { reference, icon } = node;
    const color = icon.color ? new vscode.ThemeColor(icon.color) : undefined;
    const { entry } = reference;
    const at = entry ? { ...entry, range: beginning(entry.range) } : reference.cited[0];
    const item = new vscode.TreeItem(shown(reference.key), node.places.length ? Collapsed : None);
    return Object.assign(item, {
      id: node.id,
      description: shown(node.description),
      tooltip: node.tooltip,
      iconPath: new vscode.ThemeIcon(icon.name, color),
      contextValue: node.can,
      ...(at && { command: opening("Go to the Entry", vscode.Uri.parse(at.uri), at.range) }),
    });
  }

  dispose(): void {
    clearTimeout(this.waiting);
    for (const part of this.parts) part.dispose();
  }
}

/** The commands of the view, by their names after `citeloom.`. */
export function referencesCommands(
  view: ReferencesView,
): Record<string, (argument?: unknown) => unknown> {
  const on =
    <T = PaperNode>(act: (node: T) => Promise<void>) =>
    (node?: unknown) =>
      node ? saying(() => act(node as T)) : undefined;
  return {
    "references.fetch": on((node) => view.fetch(node)),
    "references.choose": on((node) => view.choose(node)),
    "references.pasteAbstract": on((node) => view.pasteAbstract(node)),
    "references.openPdf": on((node) => view.openPdf(node)),
    "references.openWeb": on((node) => view.openWeb(node)),
    "references.weave": on((node) => view.weave(node)),
    suggestReferences: () => saying(() => view.suggest()),
    "suggestions.cite": on<SuggestionNode>((node) => view.cite(node)),
    "suggestions.goToSentence": on<SuggestionNode>(({ suggestion }) => goToSentence(suggestion)),
    "suggestions.dismiss": on<SuggestionNode>((node) => view.dismiss(node)),
  };
}

function suggestedItem(node: NodeOfSuggested): vscode.TreeItem {
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const { id } = node;
  if (node.kind === "suggested") {
    const item = new vscode.TreeItem(shown(node.label), Expanded);
    return Object.assign(item, { id, description: `${node.papers.length}` });
  }
  if (node.kind === "notes") {
    const item = new vscode.TreeItem(shown("Notes on the Search"), None);
    return Object.assign(item, {
      id,
      iconPath: new vscode.ThemeIcon("info"),
      tooltip: node.tooltip,
    });
  }
  if (node.kind === "asking") {
    // A search asks as long as there is no answer; after a no the setting says what holds.
    const open = "workbench.action.openSettings";
    const command = { title: "Open the Setting", command: open, arguments: ["citeloom.fetch"] };
    const iconPath = new vscode.ThemeIcon("question");
    const item = new vscode.TreeItem(shown("Search Semantic Scholar and OpenAlex Too..."), None);
    return Object.assign(item, { id, iconPath, command });
  }
  const at = node.suggestion.sentence;
  return Object.assign(new vscode.TreeItem(shown(node.label), None), {
    id,
    description: shown(node.description),
    tooltip: node.tooltip,
    iconPath: new vscode.ThemeIcon("lightbulb"),
    contextValue: node.can,
    ...(at?.range && {
      command: opening("Go to the Sentence", vscode.Uri.parse(at.uri), at.range),
    }),
  });
}

function beginning({ start }: Range): Range {
  return { start, end: start };
}

function opening(title: string, uri: vscode.Uri, { start, end }: Range): vscode.Command {
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  return { title, command: "vscode.open", arguments: [uri, { selection, preview: true }] };
}
