// Asks, once for a project and a model, whether its draft may be sent; shows what that is.
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Estimate } from "./answers";
import { inShort } from "./picks/cost";
import { nameOf } from "./picks/methods";
import type { Questions } from "./questions";
import { execute } from "./requests";
import type { Texts } from "./texts";
import { ask } from "./window";

const SEND = "Send";
const LOOK = "Show what is sent";
const NOT_NOW = "Not now";

export interface Question {
  /** What it is sent for: "Write related work". */
  readonly purpose: string;
  /** What would be sent, what it takes, what to know before. */
  readonly details: readonly string[];
  readonly estimate: Estimate;
  /** With these `citeloom.dryRun` shows what would be sent, where it can. */
  readonly arguments: object | null;
}

export async function mayBeSent(
  client: LanguageClient,
  { texts, questions }: { readonly texts: Texts; readonly questions: Pick<Questions, "ask"> },
  question: Question,
): Promise<{ agreed: boolean }> {
  const { estimate, purpose } = question;
  const by = estimate.method ? ` by ${nameOf(estimate.method)}` : "";
  const words = `${purpose}${by}, with ${estimate.model} at ${estimate.host}?`;
  const chosen = await ask(
    words,
    question.details.join("\n\n"),
    { title: SEND },
    ...(question.arguments ? [{ title: LOOK }] : []),
    { title: NOT_NOW, isCloseAffordance: true },
  );
  if (chosen?.title !== LOOK) return { agreed: chosen?.title === SEND };
  await look(client, texts, question);
  // Beside the page, so that it can be read before an answer.
  const again = await questions.ask(
    "information",
    `Send this to ${estimate.model} at ${estimate.host}? ${inShort(estimate)}.`,
    SEND,
    NOT_NOW,
  );
  return { agreed: again === SEND };
}

async function look(client: LanguageClient, texts: Texts, question: Question): Promise<void> {
  const argument = question.arguments ?? {};
  const { markdown } = await execute<{ markdown: string }>(client, "dryRun", argument);
  const uri = texts.put("What would be sent.md", markdown);
  await vscode.commands.executeCommand("markdown.showPreview", uri);
}
