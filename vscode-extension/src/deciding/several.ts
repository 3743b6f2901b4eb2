// VS Code's editor of several differences: the files of a draft that one text would change.
import * as vscode from "vscode";
import type { WrittenFile } from "../answers";
import type { Texts } from "../texts";

const TITLE = "Citeloom: proposed changes";
/** The buttons over it go by this. */
const CONTEXT = "citeloom.showsSeveralFiles";

export class SeveralFiles implements vscode.Disposable {
  private readonly registered: readonly vscode.Disposable[];

  constructor(private readonly texts: Texts) {
    const tell = () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      const isShown = activeTab !== undefined && isOurs(activeTab);
      void vscode.commands.executeCommand("setContext", CONTEXT, isShown);
    };
    const { tabGroups } = vscode.window;
    this.registered = [tabGroups.onDidChangeTabs(tell), tabGroups.onDidChangeTabGroups(tell)];
  }

  /** Shows each file beside what it would be. */
  async show(files: readonly WrittenFile[]): Promise<void> {
    const after = this.put(files);
    const rows = files.map(({ uri }, at) => {
      const before = vscode.Uri.parse(uri);
      return [before, before, after[at]];
    });
    await vscode.commands.executeCommand("vscode.changes", TITLE, rows);
  }

  /** Shows the files as they would be by now, where they are shown. */
  put(files: readonly WrittenFile[]): readonly vscode.Uri[] {
    // Under another path VS Code takes it for a renamed file.
    return files.map(({ uri, text }) =>
      this.texts.put(vscode.Uri.parse(uri).path.replace(/^\//, ""), text),
    );
  }

  tab(): vscode.Tab | undefined {
    return vscode.window.tabGroups.all.flatMap((group) => group.tabs).find(isOurs);
  }

  dispose(): void {
    for (const one of this.registered) one.dispose();
  }
}

/** What such a tab holds an extension is not told; VS Code adds the number of files to its title. */
function isOurs({ label, input }: vscode.Tab): boolean {
  return label.startsWith(TITLE) && !(input instanceof vscode.TabInputText);
}
