// Where an edit was made: the author is led there, wherever the cursor was left.
import * as vscode from "vscode";

export class Changes implements vscode.Disposable {
  private made:
    | { readonly document: vscode.TextDocument; readonly at: vscode.Position }
    | undefined;
  private readonly listening: vscode.Disposable;

  /** Follows the drafts from now on. */
  constructor() {
    this.listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const [first] = contentChanges;
      if (first && /\.(tex|ltx)$/i.test(document.uri.path)) {
        this.made = { document, at: first.range.start };
      }
    });
  }

  /** Shows the draft with the cursor where it was changed last. */
  async show(): Promise<void> {
    if (!this.made) return;
    const { document, at } = this.made;
    const selection = new vscode.Range(at, at);
    const viewColumn = vscode.ViewColumn.One;
    const editor = await vscode.window.showTextDocument(document, { selection, viewColumn });
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  dispose(): void {
    this.listening.dispose();
  }
}
