// A paragraph or a sentence told from another point of view: the author says which.
import type { LanguageClient } from "vscode-languageclient/node";
import { execute } from "./requests";
import { askForLine } from "./window";

/** What `citeloom.revise` is told by the server's own code action. */
export interface ToRevise {
  readonly uri?: string;
  readonly revision?: string;
  readonly theme?: string;
}

const LONGEST = 100;

/** Starts to revise; asks for the theme where one is needed and none is given. */
export async function revise(client: LanguageClient, argument?: ToRevise): Promise<void> {
  if (argument?.revision !== "theme" || argument.theme) {
    await execute(client, "revise", argument);
    return;
  }
  const theme = await askForLine({
    title: "Citeloom: From Which Point of View?",
    prompt: "A few words of what the papers are to be told about",
    placeHolder: "energy use · evaluation data · what each assumes",
    validateInput: faultOf,
  });
  if (theme?.trim()) await execute(client, "revise", { ...argument, theme: theme.trim() });
}

/** What is wrong with a theme; nothing, as long as none is typed yet. */
export function faultOf(theme: string): string | undefined {
  return theme.trim().length > LONGEST ? `At most ${LONGEST} characters` : undefined;
}
