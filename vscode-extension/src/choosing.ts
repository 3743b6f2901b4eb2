// Quick picks: the method, and the references to write about.
import type { LanguageClient } from "vscode-languageclient/node";
import type { Estimate, Methods, Reference, References } from "./answers";
import { folderOfDraft, keepMethod, methodOf } from "./methodSetting";
import { chooseModel, type KeysInUse } from "./models/choosing";
import { methodItems } from "./picks/methods";
import { chosenWords } from "./picks/models";
import { type Group, type Way, ways } from "./picks/references";
import { execute, placeOf } from "./requests";
import { meantSection } from "./sections";
import { notify, pick, pickSeveral } from "./window";

const WRITE = "Write Related Work";

/** Lets the user choose the method; the choice is kept for the draft's folder. */
export async function chooseMethod(client: LanguageClient, keys: KeysInUse): Promise<void> {
  const folder = await folderOfDraft();
  const items = itemsFor(client, methodOf(folder));
  for (;;) {
    const chosen = await pick(items, {
      title: "Citeloom: Method That Writes",
      placeHolder: "What each does, needs and takes for this draft",
      matchOnDetail: true,
      matchOnDescription: true,
    });
    if (!chosen) return;
    if (chosen.value !== undefined) return keepMethod(chosen.value, folder);
    if (chosen.needsModel) {
      const model = await chooseModel(client, keys);
      if (!model) return;
      await keepMethod(chosen.needsModel, folder);
      const words = `${chosenWords(model)} ${chosen.label} writes.`;
      if ((await notify("information", words, WRITE)) === WRITE) {
        const meant = await meantSection(client);
        const { uri, section } = meant ?? {};
        if (meant) await execute(client, "write", { uri, section, method: chosen.needsModel });
      }
      return;
    }
    // A quick pick cannot grey an item out: say why, and offer the others again.
    const again = "Choose Another";
    const words = `${chosen.label} cannot write now: ${chosen.why}.`;
    if ((await notify("warning", words, again)) !== again) return;
  }
}

async function itemsFor(client: LanguageClient, set: string) {
  // What it takes is told of the related work, which is written wherever the cursor is.
  const { uri } = placeOf(client);
  const place = uri ? { uri } : {};
  const found = await execute<Methods>(client, "methods", place);
  const estimates = new Map<string, Estimate>();
  for (const { name } of found.methods) {
    // Of a draft that cannot be written about there is no estimate; writing says why.
    const ask = (at: object) => execute<Estimate>(client, "estimate", { ...at, method: name });
    const made = await ask(place).catch(() => ask(placeOf(client)).catch(() => undefined));
    if (made) estimates.set(name, made);
  }
  return methodItems(found, estimates, set);
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
