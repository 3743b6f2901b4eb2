// Quick picks: how to write, and the references to write about.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { ChosenModel, Methods, Models, References } from "./answers";
import { folderOfDraft, keepMethod, methodOf } from "./methodSetting";
import { askForKey, chooseModel, type KeysInUse } from "./models/choosing";
import { callsAndTime } from "./picks/cost";
import { methodItems, wayItems } from "./picks/methods";
import { chosenWords } from "./picks/models";
import { type PaperRow, paperRow, paperRows } from "./picks/references";
import { execute, placeOf } from "./requests";
import { meantSection } from "./sections";
import { start } from "./starting";
import { notify, pick, pickSeveral } from "./window";

const NOW = "Write now";

/** Lets the user choose how to write; the choice is kept for the draft's folder. */
export async function chooseMethod(client: LanguageClient, keys: KeysInUse): Promise<void> {
  const folder = await folderOfDraft();
  const set = methodOf(folder);
  const found = execute<Methods>(client, "methods", placeOf(client));
  const options = {
    title: "Citeloom: How to Write",
    matchOnDetail: true,
    matchOnDescription: true,
  };
  let chosen = await pick(
    found.then((methods) => wayItems(methods, set)),
    options,
  );
  if (chosen?.isMore) chosen = await pick(methodItems(await found, set), options);
  if (!chosen) return;
  if (chosen.why) {
    void notify("warning", `${chosen.label} cannot write now: ${chosen.why}.`);
    return;
  }
  if (chosen.needsModel) {
    const model = await chooseModel(client, keys);
    if (model) await offerToWrite(client, model, chosen.value);
    return;
  }
  const method = chosen.value ?? "";
  await keepMethod(method, folder);
  const takes = chosen.takes ? ` For this draft: ${chosen.takes}.` : "";
  const words = `Citeloom now uses ${chosen.label}.${takes}`;
  if ((await notify("information", words, NOW)) === NOW) await writeBy(client, method);
}

/** Chooses a model as a command does: says which one is asked now, and offers to write by it. */
export async function chooseModelAndSay(client: LanguageClient, keys: KeysInUse): Promise<void> {
  const model = await chooseModel(client, keys);
  if (model) await offerToWrite(client, model);
}

/** Asks for the key of the model that is asked, or for a model where there is none. */
export async function setApiKey(client: LanguageClient, keys: KeysInUse): Promise<void> {
  const { current } = await execute<Models>(client, "models");
  if (current?.host) await askForKey(keys, current.host);
  else await chooseModelAndSay(client, keys);
}

/** Says which model is asked now, and offers to write by a method, else by the one that suits it. */
async function offerToWrite(
  client: LanguageClient,
  model: ChosenModel,
  wanted = "",
): Promise<void> {
  const { methods, ways } = await execute<Methods>(client, "methods", placeOf(client));
  const method = wanted || ways.model;
  const estimate = methods.find(({ name }) => name === method)?.estimate;
  const write = estimate ? `Write (${callsAndTime(estimate)})` : NOW;
  const taken = await notify("information", chosenWords(model), write, OTHERS);
  if (taken === OTHERS) await vscode.commands.executeCommand("citeloom.chooseMethod");
  if (taken !== write) return;
  const folder = await folderOfDraft();
  if (folder) await keepMethod(method, folder);
  await writeBy(client, method);
}

const OTHERS = "Other methods…";

async function writeBy(client: LanguageClient, method: string): Promise<void> {
  const { uri, section } = (await meantSection(client)) ?? {};
  if (uri) await start(client, { uri, ...(section !== undefined && { section }), method });
}

/** What is written about: some of the draft's own references, or what a corpus has for it. */
export type ChosenReferences = { readonly keys: readonly string[] } | { readonly fromCorpus: true };

const WHENCE = [
  { label: "References of the Draft", detail: "Choose which ones." },
  {
    label: "Found in Your Corpus",
    detail: "Papers of your collection that match this draft; their entries are added.",
    fromCorpus: true,
  },
];

/** Lets the user choose whether the draft's own references are meant, and which of them. */
export async function chooseWhence(
  found: References,
  section = "",
): Promise<ChosenReferences | undefined> {
  const chosen = await pick(WHENCE, { title: `Citeloom: ${toWriteAbout(section)}` });
  if (chosen?.fromCorpus) return { fromCorpus: true };
  return chosen && chooseReferences(found, section);
}

/** Lets the user tick references. */
export async function chooseReferences(
  found: References,
  section = "",
): Promise<ChosenReferences | undefined> {
  if (!found.references.length) {
    void notify("warning", "The draft cites no paper, and its .bib files are empty.");
    return undefined;
  }
  const keys = await choosePapers(paperRows(found), toWriteAbout(section));
  return keys && { keys };
}

function toWriteAbout(section: string): string {
  return `Papers to Write About${section && ` in ${section}`}`;
}

/** What the server's own code actions tell where papers are to be chosen: all that are missing. */
export interface ToWeave {
  readonly uri: string;
  readonly section?: string;
  readonly position?: object;
  readonly keys: readonly string[];
  readonly choose?: boolean;
}

/** Lets the user choose which of the missing papers are woven in; none is ticked. */
export async function chooseToWeave(
  client: LanguageClient,
  { choose, ...argument }: ToWeave,
): Promise<void> {
  const { uri, section } = argument;
  const found = await execute<References>(client, "references", {
    uri,
    ...(section !== undefined && { section }),
  });
  const missing = found.references.filter(({ key }) => argument.keys.includes(key));
  const rows = missing.map((reference) => paperRow(reference, found));
  const keys = await choosePapers(rows, "Papers to Weave Into This Paragraph");
  if (keys) await execute(client, "weave", { ...argument, keys });
}

async function choosePapers(
  rows: readonly PaperRow[],
  title: string,
): Promise<readonly string[] | undefined> {
  const chosen = await pickSeveral(rows, {
    title: `Citeloom: ${title}`,
    placeHolder: "Select papers; type a key, an author, a title or a section to filter",
    matchOnDetail: true,
    matchOnDescription: true,
  });
  return chosen?.length ? chosen.map(({ label }) => label) : undefined;
}
