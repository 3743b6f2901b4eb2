// What a user does by command: write, take what was written.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { References } from "./answers";
import { chooseReferences, chooseWhence } from "./choosing";
import { isUnclear } from "./picks/references";
import { execute, placeOf, waiting } from "./requests";
import { type MeantSection, meantSection } from "./sections";
import { lastAsked, start, type ToWrite } from "./starting";
import { notify, pick } from "./window";
import { sayNothingWaits } from "./written";

/** Starts to write; asks which section and papers are meant where that is not clear. */
export async function write(client: LanguageClient, given?: ToWrite): Promise<void> {
  const meant = given ? undefined : await meantSection(client);
  const asked: ToWrite | undefined = given ?? argumentOf(meant);
  if (!asked) return;
  if (asked.keys || asked.outline) return start(client, asked);
  const found = await referencesAt(client, asked);
  if (!isUnclear(found)) return start(client, asked);
  const chosen = await chooseReferences(found, meant?.title);
  if (chosen) await start(client, { ...asked, ...chosen });
}

/** Lets the user choose references, or those of a corpus to be found, then writes about them. */
export async function writeAbout(client: LanguageClient): Promise<void> {
  const meant = await meantSection(client);
  const place = argumentOf(meant);
  if (!place) return;
  const found = await referencesAt(client, place);
  const chosen = await chooseWhence(found, meant?.title);
  if (chosen) await start(client, { ...place, ...chosen });
}

function argumentOf(meant: MeantSection | undefined): ToWrite | undefined {
  return meant && { uri: meant.uri, section: meant.section };
}

/** Writes what was asked for last again, by another method where one is named. */
export async function writeAgain(client: LanguageClient, method?: string): Promise<void> {
  const last = lastAsked();
  if (last) await start(client, { ...last, ...(method && { method }) });
  else await write(client);
}

function referencesAt(client: LanguageClient, asked: ToWrite): Promise<References> {
  const { uri, section, position } = asked;
  const argument = {
    ...(uri && { uri }),
    ...(section !== undefined && { section }),
    ...(position && { position }),
  };
  return execute(client, "references", argument);
}

/** Opens the outline of a text that waits, or of the related work where the cursor is. */
export async function editOutline(client: LanguageClient, offer?: string): Promise<void> {
  await execute(client, "outline", offer ? { offer } : placeOf(client));
}

/** Lets its user pick a text that a newer one has replaced, has it wait again, and shows it. */
export async function earlierTexts(client: LanguageClient, argument?: object): Promise<void> {
  interface Earlier {
    readonly texts: readonly { offer: string; title: string; section: string; begins: string }[];
  }
  const { texts } = await execute<Earlier>(client, "earlierTexts", argument ?? placeOf(client));
  const rows = texts.map(({ offer, title, section, begins }) => {
    return { label: title, description: section, detail: begins, offer };
  });
  if (!rows.length) return void notify("information", "There are no earlier texts.");
  const chosen = await pick(rows, { title: "Citeloom: Earlier Texts", matchOnDetail: true });
  if (!chosen) return;
  await execute(client, "bringBack", { offer: chosen.offer });
  await vscode.commands.executeCommand("citeloom.previewRelatedWork", chosen.offer);
}

const TITLE = { insert: "Insert", discard: "Discard" };

/** Inserts or discards what waits; asks which where several texts do. */
export async function take(client: LanguageClient, how: "insert" | "discard"): Promise<void> {
  const { offers } = await waiting(client);
  const items = offers.map((text) => ({
    label: text.section,
    description: [text.file, text.title].filter(Boolean).join(" · "),
    offer: text.offer,
    version: text.version,
  }));
  const chosen =
    items.length > 1
      ? await pick(items, { title: `Citeloom: Which Text to ${TITLE[how]}?` })
      : items[0];
  if (!items.length) {
    void sayNothingWaits();
  } else if (chosen) {
    const { offer, version } = chosen;
    await execute(client, how, how === "insert" ? { offer, version } : { offer });
  }
}
