// Quick picks: the method, and the references to write about.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Estimate, Methods, Reference, References } from "./answers";
import { methodItems } from "./picks/methods";
import { type Group, type Way, ways } from "./picks/references";
import { execute, placeOf } from "./requests";
import { notify, pick, pickSeveral } from "./window";

/** Lets the user choose the method; the choice is kept in the settings. */
export async function chooseMethod(client: LanguageClient): Promise<void> {
  const settings = vscode.workspace.getConfiguration("citeloom");
  const items = itemsFor(client, settings.get("method", ""));
  for (;;) {
    const chosen = await pick(items, {
      title: "Citeloom: Method That Writes",
      placeHolder: "What each does, needs and takes for this draft",
      matchOnDetail: true,
      matchOnDescription: true,
    });
    if (!chosen) return;
    if (chosen.value !== undefined) return keep(settings, chosen.value);
    // A quick pick cannot grey an item out: say why, and offer the others again.
    const again = "Choose Another";
    const words = `${chosen.label} cannot write now: ${chosen.why}.`;
    if ((await notify("warning", words, again)) !== again) return;
  }
}

async function itemsFor(client: LanguageClient, set: string) {
  const place = placeOf(client);
  const found = await execute<Methods>(client, "methods", place.uri ? { uri: place.uri } : {});
  const estimates = new Map<string, Estimate>();
  for (const { name } of found.methods) {
    // Of a draft that cannot be written about there is no estimate; writing says why.
    const made = await execute<Estimate>(client, "estimate", { ...place, method: name }).catch(
      () => undefined,
    );
    if (made) estimates.set(name, made);
  }
  return methodItems(found, estimates, set);
}

async function keep(settings: vscode.WorkspaceConfiguration, value: string): Promise<void> {
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const target = settings.inspect("method")?.workspaceValue === undefined ? Global : Workspace;
  await settings.update("method", value, target);
}

/** Lets the user choose references: a way, groups where there are several, then papers. */
export async function chooseReferences(found: References): Promise<readonly string[] | undefined> {
  const way = await chooseWay(ways(found));
  if (!way) return undefined;
  const groups = way.isOne ? way.groups : await chooseGroups(way);
  if (!groups?.length) return undefined;
  const keys = new Set(groups.flatMap((group) => group.keys));
  return choosePapers(found.references.filter((reference) => keys.has(reference.key)));
}

async function chooseWay(found: readonly Way[]): Promise<Way | undefined> {
  if (!found.length) {
    const words = "The draft cites no paper, and its .bib files have no entry.";
    void notify("warning", words);
    return undefined;
  }
  const items = found.map((way) => ({
    label: way.label,
    description: way.isOne
      ? papers(way.groups[0]?.keys.length ?? 0)
      : `${way.groups.length} to choose from`,
    detail: way.detail,
    way,
  }));
  const title = "Citeloom: Which Papers to Write About";
  return (await pick(items, { title }))?.way;
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
): Promise<readonly string[] | undefined> {
  const items = references.map((reference) => ({
    label: reference.key,
    description: [reference.people, reference.state === "no abstract" ? "no abstract is known" : ""]
      .filter(Boolean)
      .join(" · "),
    detail: reference.title,
    picked: true,
  }));
  const chosen = await pickSeveral(items, {
    title: "Citeloom: Papers to Write About",
    placeHolder: "Untick what is not meant; type a key, an author or words of a title",
    matchOnDetail: true,
    matchOnDescription: true,
  });
  return chosen?.length ? chosen.map((item) => item.label) : undefined;
}

function papers(count: number): string {
  return count === 1 ? "1 paper" : `${count} papers`;
}
