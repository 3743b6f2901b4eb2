// Which section is to be written: the related work, wherever the cursor is; asks where that is not
// clear, and adds the section to a draft that has none.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { DraftSection, Sections } from "./answers";
import { execute, placeOf } from "./requests";
import { notify, pick, type Row } from "./window";

const TITLE = "Citeloom: Section to Write";

/** A section as commands take it; `title` names it and its file. */
export interface MeantSection {
  readonly uri: string;
  readonly section: string;
  readonly title: string;
}

/** Returns the section that is meant, which its user may have to choose or to add. */
export async function meantSection(client: LanguageClient): Promise<MeantSection | undefined> {
  const { uri } = placeOf(client);
  const found = await execute<Sections>(client, "sections", uri ? { uri } : {});
  if (found.meant) return named(found.uri, found.meant);
  const rows: (Row & { section?: DraftSection; after?: string })[] = [
    ...found.related.map((section) => row(section)),
    ...found.places.map((after) => ({
      label: `Add a Section "Related Work" after "${after}"`,
      icon: "add",
      after,
    })),
    ...found.others.map((section) => row(section)),
  ];
  const placeHolder = found.related.length
    ? "Several sections match"
    : "The draft has no related-work section: add one, or choose another";
  if (!rows.length) {
    const words = "The draft has no section yet. Add \\section{Related Work} where it belongs.";
    void notify("warning", words);
    return undefined;
  }
  const chosen = await pick(rows, { title: TITLE, placeHolder, matchOnDescription: true });
  if (chosen?.section) return named(found.uri, chosen.section);
  return chosen?.after === undefined ? undefined : add(client, found.uri, chosen.after);
}

async function add(
  client: LanguageClient,
  uri: string,
  after: string,
): Promise<MeantSection | undefined> {
  interface Added {
    readonly section: string;
    readonly uri: string;
    /** Where its heading stands, from 0. */
    readonly line: number;
    readonly applied: boolean;
  }
  const argument = { uri, section: after };
  const added = await execute<Added>(client, "addSection", argument);
  if (!added.applied) return undefined;
  const file = client.protocol2CodeConverter.asUri(added.uri);
  const selection = new vscode.Range(added.line, 0, added.line, 0);
  await vscode.window.showTextDocument(file, { preview: false, selection });
  const name = file.path.split("/").at(-1) ?? "";
  return named(uri, { section: added.section, heading: added.section, file: name });
}

function row(section: DraftSection): Row & { section: DraftSection } {
  const { heading, file, line } = section;
  return { label: heading, description: `${file}${line ? `, line ${line}` : ""}`, section };
}

function named(uri: string, { section, heading, file }: DraftSection): MeantSection {
  return { uri, section, title: `${heading} (${file})` };
}
