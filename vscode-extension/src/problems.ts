// A problem as the server tells it: what is wrong, with buttons for what can be done about it.
import * as vscode from "vscode";
import { type Gravity, notify } from "./window";

export interface Problem {
  /** What is wrong, in a sentence. */
  readonly fault: string;
  /** What to do, in a sentence. */
  readonly advice: string;
  /** What there may be a button for. */
  readonly remedy: string;
  readonly logHasMore: boolean;
  /** The text that waits all the same. */
  readonly offer?: string;
  /** Where it is; the line is counted from 0. */
  readonly place?: { readonly uri: string; readonly line: number };
}

interface Button {
  readonly title: string;
  readonly command: string;
}

const ABSTRACTS: Button = { title: "Get abstracts", command: "citeloom.getAbstracts" };
const WRITE: Button = { title: "Write related work", command: "citeloom.writeRelatedWork" };
const MODEL: Button = { title: "Choose model", command: "citeloom.chooseModel" };

const METHOD: Button = { title: "Other method", command: "citeloom.chooseMethod" };
const QUICKLY: Button = { title: "Write without a model", command: "citeloom.writeQuickly" };

/** What mends a problem, by the names that the server has for it. */
const REMEDIES: Readonly<Record<string, Button>> = {
  WRITE_OTHERWISE: METHOD,
  CHOOSE_MODEL: MODEL,
  NAME_MODEL: MODEL,
  SET_MODEL: MODEL,
  USE_NO_MODEL: MODEL,
  FETCH: ABSTRACTS,
  FETCH_ALL: ABSTRACTS,
  WITHOUT_ABSTRACTS: ABSTRACTS,
  WRITE,
  WRITE_FIRST: WRITE,
};

const PREVIEW = "Preview";
const OPEN = "Open file";
const LOG = "Show log";

/** Shows a problem; returns the button of the server's that was taken. */
export async function showProblem(
  problem: Problem,
  gravity: Gravity = "error",
  ...buttons: readonly string[]
): Promise<string | undefined> {
  const { fault, advice, place, logHasMore, offer } = problem;
  const remedy = REMEDIES[problem.remedy];
  const words = remedy || !advice ? fault : `${fault} ${advice}`;
  const own = [
    ...(offer ? [PREVIEW] : []),
    ...(remedy ? [remedy.title] : []),
    ...(remedy === METHOD ? [QUICKLY.title] : []),
    ...(place && !isShown(place.uri) ? [OPEN] : []),
    ...(logHasMore ? [LOG] : []),
  ];
  const taken = await notify(gravity, words, ...buttons, ...own);
  const { executeCommand } = vscode.commands;
  if (taken === undefined) return undefined;
  if (buttons.includes(taken)) return taken;
  if (taken === PREVIEW) await executeCommand("citeloom.preview", { offer });
  else if (taken === LOG) await executeCommand("citeloom.showLog");
  else if (taken === OPEN && place) await open(place);
  else if (taken === QUICKLY.title) await executeCommand(QUICKLY.command);
  else if (remedy) await executeCommand(remedy.command);
  return undefined;
}

/** Returns the problem that an error of the server's tells, if it is one. */
export function problemOf(error: unknown): Problem | undefined {
  const data = (error as { data?: unknown } | undefined)?.data;
  const isProblem = typeof data === "object" && data !== null && "fault" in data;
  return isProblem ? (data as Problem) : undefined;
}

/** Whether a file is the one that its author is at. */
function isShown(uri: string): boolean {
  const shown = vscode.window.activeTextEditor?.document.uri;
  return shown?.toString() === vscode.Uri.parse(uri).toString();
}

async function open({ uri, line }: { uri: string; line: number }): Promise<void> {
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection });
}
