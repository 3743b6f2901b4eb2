// Quick picks: how to write, and the references to write about.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { ChosenModel, Methods, Models, Reference, References } from "./answers";
import { folderOfDraft, keepMethod, methodOf } from "./methodSetting";
import { askForKey, chooseModel, type KeysInUse } from "./models/choosing";
import { callsAndTime } from "./picks/cost";
import { methodItems, wayItems } from "./picks/methods";
import { chosenWords } from "./picks/models";
import { type Group, type Way, ways } from "./picks/references";
import { execute, placeOf } from "./requests";
import { meantSection } from "./sections";
import { start } from "./starting";
import { notify, pick, pickSeveral } from "./window";

const NOW = "Write Now";

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
  const words = `${chosen.label} writes from now on.${takes}`;
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

const OTHERS = "Other Methods…";

async function writeBy(client: LanguageClient, method: string): Promise<void> {
  const { uri, section } = (await meantSection(client)) ?? {};
  if (uri) await start(client, { uri, ...(section !== undefined && { section }), method });
}

/** Papers that are found in the user's corpus, and are no references of the draft yet. */
export const CORPUS: Way = {
  label: "Found in Your Corpus",
  detail: "What your collection has for this draft; entries come with the text.",
  groups: [],
  isOne: false,
};

/** What is written about: some of the draft's own references, or what a corpus has for it. */
export type ChosenReferences = { readonly keys: readonly string[] } | { readonly fromCorpus: true };

/** Lets the user choose references: a way, groups where there are several, then papers. */
export async function chooseReferences(
  found: References,
  section = "",
  ...others: readonly Way[]
): Promise<ChosenReferences | undefined> {
  const way = await chooseWay([...ways(found), ...others], section);
  if (!way) return undefined;
  if (way === CORPUS) return { fromCorpus: true };
  const groups = way.isOne ? way.groups : await chooseGroups(way);
  if (!groups?.length) return undefined;
  const keys = new Set(groups.flatMap((group) => group.keys));
  const chosen = found.references.filter((reference) => keys.has(reference.key));
  const title = `Papers to Write About${section && ` in ${section}`}`;
  const papers = await choosePapers(chosen, title, true);
  return papers && { keys: papers };
}

/** What `citeloom.citeMissing` is told by the server's own code action: all keys that are missing. */
export interface ToCite {
  readonly uri: string;
  readonly section: string;
  readonly keys: readonly string[];
}

/** Lets the user choose which of the missing papers the related work is to cite; none is ticked. */
export async function citeMissing(client: LanguageClient, argument: ToCite): Promise<void> {
  const { uri, section } = argument;
  const { references } = await execute<References>(client, "references", { uri, section });
  const missing = references.filter(({ key }) => argument.keys.includes(key));
  const keys = await choosePapers(missing, "Papers to Cite Behind the Section's Text", false);
  if (keys) await execute(client, "citeMissing", { ...argument, keys });
}

async function chooseWay(found: readonly Way[], section: string): Promise<Way | undefined> {
  if (!found.length) {
    const words = "The draft cites no paper, and its .bib files have no entry.";
    void notify("warning", words);
    return undefined;
  }
  const items = found.map((way) => ({
    label: way.label,
    description: inShort(way),
    detail: way.detail,
    way,
  }));
  const title = `Citeloom: Which Papers to Write About${section && ` in ${section}`}`;
  return (await pick(items, { title }))?.way;
}

function inShort({ isOne, groups }: Way): string {
  if (isOne) return papers(groups[0]?.keys.length ?? 0);
  return groups.length ? `${groups.length} to choose from` : "";
}

async function chooseGroups(way: Way): Promise<readonly Group[] | undefined> {
  const items = way.groups.map((group) => ({
    label: group.label,
    description: papers(group.keys.length),
    group,
  }));
  const chosen = await pickSeveral(items, { title: `Citeloom: ${way.label}` });
  return chosen?.map((item) => item.group);
}

async function choosePapers(
  references: readonly Reference[],
  title: string,
  picked: boolean,
): Promise<readonly string[] | undefined> {
  const items = references.map((reference) => ({
    label: reference.key,
    description: [reference.people, reference.state === "no abstract" ? "no abstract is known" : ""]
      .filter(Boolean)
      .join(" · "),
    detail: reference.title,
    picked,
  }));
  const chosen = await pickSeveral(items, {
    title: `Citeloom: ${title}`,
    placeHolder: `${picked ? "Untick what is not meant" : "Tick what is meant"}; type a key, an author or words of a title`,
    matchOnDetail: true,
    matchOnDescription: true,
  });
  return chosen?.length ? chosen.map((item) => item.label) : undefined;
}

function papers(count: number): string {
  return count === 1 ? "1 paper" : `${count} papers`;
}
