// The language client: what it tells the server, and what of the server's it shows in its own way.
import * as vscode from "vscode";
import {
  type ApplyWorkspaceEditResult,
  CancellationToken,
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
  MessageType,
  type Middleware,
  type ServerOptions,
  ShowMessageNotification,
  type ShowMessageParams,
  ShowMessageRequest,
  type ShowMessageRequestParams,
  State,
} from "vscode-languageclient/node";
import { mayBeSent, type Question } from "./agreeing";
import type { ShownChanges, TextWaits } from "./answers";
import type { Keys } from "./apiKey";
import { citeMissing, type ToCite } from "./choosing";
import { currentSettings, given } from "./configuration";
import { askFor } from "./ended";
import { made } from "./inserted";
import { askModel, hasModels, type ModelQuestion } from "./models/asking";
import { otherExtensions } from "./others";
import { pasteAbstract, type ToPaste } from "./pasting";
import { type Problem, showProblem } from "./problems";
import type { Questions } from "./questions";
import { execute, saying } from "./requests";
import { mayBeWritten, type Review } from "./reviewing";
import type { Rewriting } from "./rewriting/rewriting";
import type { Proposal, ToRevise } from "./rewriting/versions";
import type { Launch } from "./server/launch";
import { gives } from "./settings";
import type { ToWrite } from "./starting";
import type { Status } from "./status";
import { cite, type ToTake } from "./suggesting";
import type { Texts } from "./texts";
import { type Gravity, notify } from "./window";
import { write } from "./writing";
import { offer } from "./written";

/** Files that the server reads, whatever language other extensions say that they are in. */
const SELECTOR = [
  { scheme: "file", pattern: "**/*.{tex,ltx,bib,sty,cls,outline}" },
  { scheme: "file", language: "latex" },
  { scheme: "file", language: "bibtex" },
  { scheme: "untitled", language: "latex" },
];

/** Messages of the server's own that are shown in our way; see docs/editors.md. */
const WRITTEN = "citeloom/written";
const REFRESH = "citeloom/refresh";
const MAY_BE_SENT = "citeloom/mayBeSent";
/** Says that `citeloom.pasteAbstract` gets a text of the user's. */
const PASTE_ABSTRACT = "citeloom/pasteAbstract";
/** Says that rewritten sentences are shown and decided on where they stand. */
const PROPOSED = "citeloom/proposed";
const PROBLEM = "citeloom/problem";
const MAY_BE_WRITTEN = "citeloom/mayBeWritten";
const ASK_MODEL = "citeloom/askModel";
/** A message of ours: a piece of a model's answer. */
const MODEL_PIECE = "citeloom/modelPiece";
/** Says that a hover's link to the command that fetches is followed. */
const FETCH_LINK = "citeloom/fetchLink";
const SHOW_CHANGES = "citeloom/showChanges";
const QUESTION = "citeloom/question";
/** Says that its user chooses of the keys of `citeloom.citeMissing`. */
const CHOOSE_KEYS = "citeloom/chooseKeys";
/** A message of ours to the server. */
const MODEL_KEY = "citeloom/modelKey";

const TAKEN = [
  WRITTEN,
  REFRESH,
  MAY_BE_SENT,
  PASTE_ABSTRACT,
  PROPOSED,
  PROBLEM,
  MAY_BE_WRITTEN,
  FETCH_LINK,
  QUESTION,
  SHOW_CHANGES,
  CHOOSE_KEYS,
];

export interface Told {
  readonly log: vscode.LogOutputChannel;
  readonly status: Status;
  readonly modelKeys: Keys;
  /** Called when it has ended, of itself or because it was told to. */
  readonly onEnd: () => unknown;
  readonly preview: (offer: string) => Promise<void>;
  /** Shows a text against the draft, for its author to decide whose words stand. */
  readonly showChanges: (which: ShownChanges) => Promise<void>;
  /** Looks for references, and shows what was found. */
  readonly suggest: (argument?: object) => Promise<void>;
  /** Shows what is rewritten where it stands. */
  readonly rewriting: Rewriting;
  /** Called when what commands answer may have changed. */
  readonly onRefresh: () => void;
  /** Writes again what a server that has ended did not finish. */
  readonly writeAgain: () => unknown;
  readonly texts: Texts;
  readonly questions: Questions;
}

/** Returns a client that has not been started. */
export function newClient(launch: Launch, told: Told): QuietClient {
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    outputChannel: told.log,
    initializationOptions: {
      ...currentSettings(),
      takes: [...TAKEN, ...(hasModels() ? [ASK_MODEL] : [])],
    },
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
    },
    initializationFailedHandler: () => false,
    middleware: middleware(told, () => client),
  };
  const client: QuietClient = new QuietClient(
    "citeloom",
    "Citeloom",
    {
      command: launch.command,
      args: [...launch.args],
      options: { cwd: launch.folder, env: launch.environment },
    },
    options,
    told.modelKeys,
  );
  client.onDidChangeState(({ newState }) => newState === State.Stopped && told.onEnd());
  client.onNotification(ShowMessageNotification.type, say);
  const asking = <A>(ask: () => Promise<A>) => askFor(() => client.isRunning(), ask);
  client.onRequest(ShowMessageRequest.type, (asked) => asking(() => sayAndAsk(asked, notify)));
  const { questions } = told;
  client.onRequest(QUESTION, (asked: ShowMessageRequestParams) =>
    sayAndAsk(asked, questions.ask.bind(questions)),
  );
  client.onNotification(WRITTEN, (text: TextWaits) => void offer(text));
  client.onNotification(SHOW_CHANGES, (which: ShownChanges) =>
    saying(() => told.showChanges(which)),
  );
  client.onNotification(PROPOSED, (proposal: Proposal) =>
    saying(() => told.rewriting.propose(proposal)),
  );
  client.onNotification(REFRESH, () => told.onRefresh());
  client.onRequest(PROBLEM, (problem: Problem & ShowMessageRequestParams) =>
    asking(() =>
      sayAndAsk(problem, (gravity, _, ...titles) => showProblem(problem, gravity, ...titles)),
    ),
  );
  client.onRequest(MAY_BE_SENT, (question: Question) =>
    asking(() => mayBeSent(client, told, question)),
  );
  client.onRequest(ASK_MODEL, (question: ModelQuestion, token) =>
    askModel(question, token, (text) => {
      void client.sendNotification(MODEL_PIECE, { ask: question.ask, text });
    }),
  );
  client.onRequest(MAY_BE_WRITTEN, (review: Review) =>
    asking(() => mayBeWritten(told.texts, review)),
  );
  return client;
}

function middleware(
  { status, preview, showChanges, suggest, rewriting }: Told,
  client: () => LanguageClient,
): Middleware {
  const givesKeys = () => gives(given(), "keys", otherExtensions());
  return {
    workspace: {
      configuration: (params) =>
        params.items.map(({ section, scopeUri }) =>
          section === "citeloom"
            ? currentSettings(scopeUri ? client().protocol2CodeConverter.asUri(scopeUri) : null)
            : null,
        ),
      handleApplyEdit: (params, next) =>
        made(
          params,
          async () => next(params, CancellationToken.None) as Promise<ApplyWorkspaceEditResult>,
        ),
    },
    handleWorkDoneProgress: (token, value) => status.progress(token, value),
    executeCommand: async (command, [argument]) => {
      if (command === "citeloom.preview") return saying(() => preview(argument?.offer ?? ""));
      if (command === "citeloom.changes") return saying(() => showChanges(argument));
      if (command === "citeloom.write") return saying(() => write(client(), argument as ToWrite));
      if (command === "citeloom.revise")
        return saying(() => rewriting.revise(argument as ToRevise));
      if (command === "citeloom.moreRevisions") return saying(() => rewriting.more(argument));
      if (command === "citeloom.suggest") return saying(() => suggest(argument));
      if (command === "citeloom.pasteAbstract") {
        return saying(() => pasteAbstract(client(), argument as ToPaste));
      }
      if (command === "citeloom.citeMissing") {
        return saying(() => citeMissing(client(), argument as ToCite));
      }
      if (command === "citeloom.takeSuggestion") {
        return saying(() => cite(client(), argument as ToTake));
      }
      return saying(() => execute(client(), command.replace("citeloom.", ""), argument));
    },
    provideCompletionItem: (document, position, context, token, next) =>
      givesKeys() ? next(document, position, context, token) : undefined,
    provideHover: async (document, position, token, next) => {
      const hover = await next(document, position, token);
      for (const content of hover?.contents ?? []) {
        // No other command runs from a hover, whatever it says.
        if (content instanceof vscode.MarkdownString) {
          content.isTrusted = { enabledCommands: ["citeloom.fetch"] };
        }
      }
      return hover;
    },
    provideDefinition: (document, position, token, next) =>
      givesKeys() ? next(document, position, token) : undefined,
  };
}

/** Shows a message of the server's. */
function say({ type, message }: ShowMessageParams): void {
  void notify(gravityOf(type), message);
}

/** Shows a message of the server's that has buttons. */
async function sayAndAsk(
  { type, message, actions }: ShowMessageRequestParams,
  ask: typeof notify,
): Promise<{ title: string } | null> {
  const titles = (actions ?? []).map(({ title }) => title);
  const chosen = await ask(gravityOf(type), message, ...titles);
  return chosen === undefined ? null : { title: chosen };
}

function gravityOf(type: MessageType): Gravity {
  if (type === MessageType.Error) return "error";
  return type === MessageType.Warning ? "warning" : "information";
}

/**
 * Leaves it to `Server` to say what went wrong, in our words and once; hands the model's key over
 * beside the connection, which writes all that it sends into the log where that is traced.
 */
export class QuietClient extends LanguageClient {
  private transports: MessageTransports | undefined;

  constructor(
    id: string,
    name: string,
    server: ServerOptions,
    options: LanguageClientOptions,
    private readonly modelKeys: Keys,
  ) {
    super(id, name, server, options);
  }

  protected override async createMessageTransports(encoding: string): Promise<MessageTransports> {
    this.transports = await super.createMessageTransports(encoding);
    return this.transports;
  }

  override async start(): Promise<void> {
    await super.start();
    for (const [host, key] of Object.entries(this.modelKeys)) await this.handOver(key, host);
  }

  async handOver(modelKey: string, host: string): Promise<void> {
    const message = { jsonrpc: "2.0", method: MODEL_KEY, params: { modelKey, host } };
    await this.transports?.writer.write(message);
  }

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
