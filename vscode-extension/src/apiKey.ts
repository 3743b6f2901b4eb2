// The keys of language models, one for each host: in the editor's secret storage, and nowhere else.
import type * as vscode from "vscode";
import { askForLine, notify } from "./window";

/** By host. */
const NAME = "citeloom.modelKeys";

export type Keys = Readonly<Record<string, string>>;

/** Hands a key to the server that runs, beside what may be logged. */
export type HandOver = (key: string, host: string) => Promise<void>;

export class ApiKey {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** The keys by host. */
  async all(): Promise<Keys> {
    return readKeys(await this.secrets.get(NAME));
  }

  /** Asks for the key of a host and keeps it; tells whether it has changed. */
  async set(host: string): Promise<boolean> {
    const key = await askForLine({
      title: "Citeloom: Set API Key",
      prompt: `The key for ${host}, stored in the system's secret store. Leave it empty to remove all keys.`,
      password: true,
      validateInput: (value) =>
        /^[!-~]*$/.test(value.trim()) ? undefined : "A key cannot contain spaces or accents.",
    });
    if (key === undefined) return false;
    if (!key.trim()) {
      await this.remove();
      return true;
    }
    await this.secrets.store(NAME, JSON.stringify({ ...(await this.all()), [host]: key.trim() }));
    void notify("information", "The API key was saved.");
    return true;
  }

  private async remove(): Promise<void> {
    await this.secrets.delete(NAME);
    void notify("information", "Your API keys were removed.");
  }
}

function readKeys(text: string | undefined): Keys {
  try {
    const found: unknown = JSON.parse(text ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    const pairs = Object.entries(found).filter(([, key]) => typeof key === "string");
    return Object.fromEntries(pairs) as Keys;
  } catch {
    return {};
  }
}
