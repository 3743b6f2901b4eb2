// The key of a language model: in the editor's secret storage, and nowhere else.
import * as vscode from "vscode";
import { notify } from "./window";

const NAME = "citeloom.modelKey";

export class ApiKey {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  get(): Thenable<string | undefined> {
    return this.secrets.get(NAME);
  }

  /** Asks for a key and keeps it; tells whether it has changed. */
  async set(): Promise<boolean> {
    const key = await vscode.window.showInputBox({
      title: "Citeloom: Set API Key",
      prompt: "The key of your language model's service. It is kept in the system's secret store.",
      password: true,
      ignoreFocusOut: true,
      validateInput: (value) =>
        /^[!-~]+$/.test(value.trim()) ? undefined : "A key has no spaces and no accents.",
    });
    if (key === undefined) return false;
    await this.secrets.store(NAME, key.trim());
    void notify("information", "Citeloom keeps your API key.");
    return true;
  }

  async remove(): Promise<void> {
    await this.secrets.delete(NAME);
    void notify("information", "Citeloom has forgotten your API key.");
  }
}
