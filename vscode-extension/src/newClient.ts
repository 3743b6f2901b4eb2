// The language client: what it tells the server, and what of the server's it shows in its own way.
import type * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
  ShowMessageNotification,
  State,
} from "vscode-languageclient/node";
import { currentSettings, given } from "./configuration";
import { otherExtensions } from "./others";
import { execute, saying } from "./requests";
import type { Launch } from "./server/launch";
import { gives } from "./settings";
import type { Status } from "./status";
import { onMessage } from "./written";

/** Files that the server reads, whatever language other extensions say that they are in. */
const SELECTOR = [
  { scheme: "file", pattern: "**/*.{tex,ltx,bib,sty,cls}" },
  { scheme: "file", language: "latex" },
  { scheme: "file", language: "bibtex" },
  { scheme: "untitled", language: "latex" },
];

export interface Told {
  readonly log: vscode.LogOutputChannel;
  readonly status: Status;
  readonly modelKey: string | undefined;
  /** Called when it has ended, of itself or because it was told to. */
  readonly onEnd: () => unknown;
  readonly preview: (offer: string) => Promise<void>;
}

/** Returns a client that has not been started. */
export function newClient(launch: Launch, told: Told): LanguageClient {
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    outputChannel: told.log,
    initializationOptions: {
      ...currentSettings(),
      ...(told.modelKey && { modelKey: told.modelKey }),
    },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
    },
    initializationFailedHandler: () => false,
    middleware: middleware(told, () => client),
  };
  const client: LanguageClient = new QuietClient(
    "citeloom",
    "Citeloom",
    {
      command: launch.command,
      args: [...launch.args],
      options: { cwd: launch.folder, env: launch.environment },
    },
    options,
  );
  client.onDidChangeState(({ newState }) => newState === State.Stopped && told.onEnd());
  client.onNotification(ShowMessageNotification.type, (message) => onMessage(client, message));
  return client;
}

function middleware({ status, preview }: Told, client: () => LanguageClient): Middleware {
  const givesKeys = () => gives(given(), "keys", otherExtensions());
  return {
    workspace: {
      configuration: (params) =>
        params.items.map((item) => (item.section === "citeloom" ? currentSettings() : null)),
    },
    handleWorkDoneProgress: (token, value) => status.progress(token, value),
    executeCommand: async (command, [argument]) => {
      if (command === "citeloom.preview") return preview(argument?.offer ?? "");
      return saying(() => execute(client(), command.replace("citeloom.", ""), argument));
    },
    provideCompletionItem: (document, position, context, token, next) =>
      givesKeys() ? next(document, position, context, token) : undefined,
    provideDefinition: (document, position, token, next) =>
      givesKeys() ? next(document, position, token) : undefined,
  };
}

/** Leaves it to `Server` to say what went wrong, in our words and once. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
