// Read-only documents that lie in no file: an abstract, what would be sent to a model.
import * as vscode from "vscode";

const SCHEME = "citeloom";

export class Texts implements vscode.Disposable {
  private readonly held = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: this.changed.event,
    provideTextDocumentContent: (uri) => this.held.get(uri.path) ?? "",
  });

  /** Puts a text under a name, in place of the one that had it. */
  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}` });
    this.held.set(uri.path, text);
    this.changed.fire(uri);
    return uri;
  }

  dispose(): void {
    this.registered.dispose();
    this.changed.dispose();
  }
}
