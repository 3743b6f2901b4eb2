// Lets the user choose the language model: asks who is there, tests it by one small question, and has
// the server write it into the user's own settings file.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { ChosenModel, ModelOffer, Models, OfferedThere } from "../answers";
import type { ApiKey, HandOver } from "../apiKey";
import { EDITOR, type ModelRow, modelRows, offerRows } from "../picks/models";
import { execute } from "../requests";
import { shown } from "../shown";
import { askForLine, notify, pick, whileShown } from "../window";
import { hasModels } from "./asking";

const TITLE = "Citeloom: Choose Model";
const OTHER = "Choose another";
const ANYWAY = "Keep untested";
const KEY = "Set API key";

/** The keys, and the server that gets those that are new. */
export interface KeysInUse {
  readonly apiKey: ApiKey;
  readonly handOver: HandOver;
}

interface Choice {
  readonly provider: string;
  readonly model: string;
  readonly address?: string;
  readonly context?: number;
}

/** Chooses a model; tells whether one was chosen. What comes next is said by who asks. */
export async function chooseModel(
  client: LanguageClient,
  keys: KeysInUse,
): Promise<ChosenModel | undefined> {
  for (;;) {
    const row = await pick(modelChoices(client), {
      title: TITLE,
      placeHolder: "The language model that methods ask",
      matchOnDescription: true,
      // What it lists takes a moment, in which a page may take the focus.
      ignoreFocusOut: true,
    });
    if (row?.looksAgain) continue;
    const choice = row && (await completeChoice(client, keys, row));
    if (!choice) return undefined;
    const chosen = await testChoice(client, keys, choice);
    if (chosen !== OTHER) return chosen;
  }
}

/** Asks for the key of a host; the server has it at once, or forgets with us what is forgotten. */
export async function askForKey({ apiKey, handOver }: KeysInUse, host: string): Promise<boolean> {
  const before = Object.keys(await apiKey.all());
  if (!(await apiKey.set(host))) return false;
  const kept = await apiKey.all();
  for (const each of new Set([...before, host])) await handOver(kept[each] ?? "", each);
  return true;
}

async function modelChoices(client: LanguageClient): Promise<readonly ModelRow[]> {
  const [found, editors] = await Promise.all([
    execute<Models>(client, "models"),
    hasModels() ? vscode.lm.selectChatModels({}).then(undefined, () => []) : [],
  ]);
  return modelRows(found, editors);
}

/** Asks for what a row leaves open: the address, the key where it is wanted, the model. */
async function completeChoice(
  client: LanguageClient,
  keys: KeysInUse,
  row: ModelRow,
): Promise<Choice | undefined> {
  const { provider, context } = row;
  if (row.model) return { provider, model: row.model, ...(context !== undefined && { context }) };
  let address = "";
  let why = "";
  for (;;) {
    if (row.wantsAddress) {
      const given = await askForAddress(address, why);
      if (!given) return undefined;
      address = given;
    }
    const asked = { provider, ...(address && { address }) };
    try {
      const offers = await offersAt(client, keys, asked);
      const chosen = offers && (offers.length ? await chooseOffer(offers) : await askForModel());
      return chosen && { ...asked, ...chosen };
    } catch (error) {
      if (!row.wantsAddress) throw error;
      why = wordsOf(error);
    }
  }
}

/** Returns the models at an address, with a key where it wants one; nothing if none is given. */
async function offersAt(client: LanguageClient, keys: KeysInUse, asked: object) {
  const offered = () => execute<OfferedThere>(client, "modelOffers", asked);
  let found = await offered();
  if (found.wantsKey) {
    if (!(await askForKey(keys, found.host))) return undefined;
    found = await offered();
  }
  if (found.wantsKey) throw new Error(found.why);
  return found.models;
}

async function chooseOffer(offers: readonly ModelOffer[]) {
  const options = { title: TITLE, placeHolder: "Which model", matchOnDescription: true };
  const row = await pick(offerRows(offers), options);
  if (!row) return undefined;
  const { name, context } = row.offer;
  return { model: name, ...(context > 0 && { context }) };
}

async function askForModel() {
  const model = await askForLine({
    title: TITLE,
    prompt: "The name of the model at its endpoint",
    validateInput: (value) => (value.trim() ? undefined : "Enter the name of the model."),
  });
  return model ? { model: model.trim() } : undefined;
}

/** Asks for an address; again, with what was wrong about it, for one that was given before. */
async function askForAddress(before: string, why: string): Promise<string | undefined> {
  const address = await askForLine({
    title: TITLE,
    // No check of what is typed: VS Code does not show one of the value that stands there at first.
    prompt: shown(why) || "The base address of your endpoint, up to /v1",
    placeHolder: "https://models.example.org/v1, or 127.0.0.1:8080/v1 on this machine",
    value: before,
  });
  return address?.trim();
}

/** Has a choice tested and kept; `OTHER` where the user wants to choose again. */
async function testChoice(
  client: LanguageClient,
  keys: KeysInUse,
  choice: Choice,
): Promise<ChosenModel | typeof OTHER | undefined> {
  const name = choice.provider === EDITOR ? choice.model.replace(/^[^/]*\//, "") : choice.model;
  const title = `Citeloom asks ${name} one small question`;
  let isCancelled = false;
  try {
    return await whileShown(title, async (token) => {
      token.onCancellationRequested(() => {
        isCancelled = true;
      });
      return execute<ChosenModel>(client, "setModel", choice, token);
    });
  } catch (error) {
    if (isCancelled) return undefined;
    // Some endpoints tell anybody their models, and answer none without a key.
    const key = choice.address ? [KEY] : [];
    const taken = await notify("error", wordsOf(error), OTHER, ANYWAY, ...key);
    if (taken === OTHER) return OTHER;
    if (taken === KEY) {
      const { host } = await execute<OfferedThere>(client, "modelOffers", choice);
      return (await askForKey(keys, host)) ? testChoice(client, keys, choice) : undefined;
    }
    if (taken !== ANYWAY) return undefined;
    return execute(client, "setModel", { ...choice, untested: true });
  }
}

function wordsOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return said.replace(/^error: (.)/, (_, first: string) => first.toUpperCase());
}
