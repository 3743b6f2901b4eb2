// The keys of language models, one for each host: in the editor's secret storage, and nowhere else.
import type * as vscode from "vscode";
import { askForLine, notify } from "./window";

/** By host. */
const NAME = "citeloom.modelKeys";
/** Of earlier versions: one key, for the model that was configured. */
const EARLIER = "citeloom.modelKey";

export type Keys = Readonly<Record<string, string>>;

/** Hands a key to the server that runs, beside what may be logged. */
export type HandOver = (key: string, host: string) => Promise<void>;

export class ApiKey {
  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** The keys by host; under "" one that is for whichever model is configured. */
  async all(): Promise<Keys> {
    const kept = readKeys(await this.secrets.get(NAME));
    const earlier = await this.secrets.get(EARLIER);
    return earlier ? { "": earlier, ...kept } : kept;
  }

  /** Asks for the key of a host and keeps it; tells whether it has changed. */
  async set(host: string): Promise<boolean> {
    const whose = host ? `The key for ${host}` : "The key of your language model's service";
    const key = await askForLine({
      title: "Citeloom: Set API Key",
      prompt: `${whose}, kept in the system's secret store. Empty: all keys are forgotten.`,
      password: true,
      validateInput: (value) =>
        /^[!-~]*$/.test(value.trim()) ? undefined : "A key has no spaces and no accents.",
    });
    if (key === undefined) return false;
    if (!key.trim()) {
      await this.remove();
      return true;
    }
    if (host) await this.keep({ ...readKeys(await this.secrets.get(NAME)), [host]: key.trim() });
    else await this.secrets.store(EARLIER, key.trim());
    void notify("information", "Citeloom keeps your API key.");
    return true;
  }

  /** Keeps a key that no host was said of for this host alone. */
  async bind(host: string): Promise<void> {
    const key = await this.secrets.get(EARLIER);
    if (!key) return;
    if (host) await this.keep({ [host]: key, ...readKeys(await this.secrets.get(NAME)) });
    await this.secrets.delete(EARLIER);
  }

  private async remove(): Promise<void> {
    await this.secrets.delete(NAME);
    await this.secrets.delete(EARLIER);
    void notify("information", "Citeloom has forgotten your API keys.");
  }

  private async keep(keys: Keys): Promise<void> {
    await this.secrets.store(NAME, JSON.stringify(keys));
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
