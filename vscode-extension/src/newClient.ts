// The language client: what it tells the server, and what of the server's it shows in its own way.
import * as vscode from "vscode";
import {
  type ApplyWorkspaceEditResult,
  CancellationToken,
  CloseAction,
  ErrorAction,
  type GenericRequestHandler,
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
import { chooseToWeave, type ToWeave } from "./choosing";
import { currentSettings, given, otherExtensions } from "./configuration";
import { askFor } from "./ended";
import { applyAndShow } from "./inserted";
import { askModel, hasModels, type ModelQuestion } from "./models/asking";
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
import { earlierTexts, write } from "./writing";
import { offer } from "./written";

/** Files that the server reads, whatever language other extensions say that they are in. */
const SELECTOR = [
  { scheme: "file", pattern: "**/*.{tex,ltx,bib,sty,cls,outline}" },
  { scheme: "file", language: "latex" },
  { scheme: "file", language: "bibtex" },
  { scheme: "untitled", language: "latex" },
];

/** What its commands are shown in our way for, beside its own messages; see docs/protocol.md. */
const TAKEN = ["pasteAbstract", "fetchLink", "chooseKeys"];
/** A message of ours: a piece of a model's answer. */
const MODEL_PIECE = "citeloom/modelPiece";
/** A message of ours to the server. */
const MODEL_KEY = "citeloom/modelKey";

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

/** Returns a client that has not been started; it takes the messages that it has handlers for. */
export function newClient(launch: Launch, told: Told): QuietClient {
  const hears = notificationHandlers(told);
  const answers = requestHandlers(told, () => client);
  const takes = [...TAKEN, ...Object.keys(hears), ...Object.keys(answers)];
  const options: LanguageClientOptions = {
    documentSelector: SELECTOR,
    outputChannel: told.log,
    initializationOptions: {
      ...currentSettings(),
      takes: takes.map((name) => `citeloom/${name}`),
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
  client.onRequest(ShowMessageRequest.type, (asked) =>
    askFor(
      () => client.isRunning(),
      () => sayAndAsk(asked, notify),
    ),
  );
  for (const [name, hear] of Object.entries(hears)) client.onNotification(`citeloom/${name}`, hear);
  for (const [name, answer] of Object.entries<Answering>(answers)) {
    client.onRequest(`citeloom/${name}`, answer);
  }
  return client;
}

type Answering = GenericRequestHandler<unknown, unknown>;

/** What the server's own notifications do, by their names after `citeloom/`. */
function notificationHandlers(told: Told) {
  return {
    written: (text: TextWaits) => void offer(text),
    showChanges: (which: ShownChanges) => saying(() => told.showChanges(which)),
    proposed: (proposal: Proposal) => saying(() => told.rewriting.propose(proposal)),
    refresh: () => told.onRefresh(),
  };
}

/** What the server's own requests are answered by. */
function requestHandlers(told: Told, client: () => QuietClient) {
  const asking = <A>(ask: () => Promise<A>) => askFor(() => client().isRunning(), ask);
  return {
    question: (asked: ShowMessageRequestParams) =>
      sayAndAsk(asked, told.questions.ask.bind(told.questions)),
    problem: (problem: Problem & ShowMessageRequestParams) =>
      asking(() =>
        sayAndAsk(problem, (gravity, _, ...titles) => showProblem(problem, gravity, ...titles)),
      ),
    mayBeSent: (question: Question) => asking(() => mayBeSent(client(), told, question)),
    mayBeWritten: (review: Review) => asking(() => mayBeWritten(told.texts, review)),
    ...(hasModels() && {
      askModel: (question: ModelQuestion, token: vscode.CancellationToken) =>
        askModel(question, token, (text) => {
          void client().sendNotification(MODEL_PIECE, { ask: question.ask, text });
        }),
    }),
  };
}

function middleware(
  { status, preview, showChanges, suggest, rewriting }: Told,
  client: () => LanguageClient,
): Middleware {
  const acts: Record<string, (argument: never) => Promise<unknown>> = {
    preview: (argument?: { offer: string }) => preview(argument?.offer ?? ""),
    changes: showChanges,
    write: (argument: ToWrite) => write(client(), argument),
    revise: (argument: ToRevise) => rewriting.revise(argument),
    moreRevisions: (argument: object) => rewriting.more(argument),
    suggest,
    pasteAbstract: (argument: ToPaste) => pasteAbstract(client(), argument),
    weave: (argument: ToWeave) =>
      argument.choose ? chooseToWeave(client(), argument) : execute(client(), "weave", argument),
    earlierTexts: (argument?: object) => earlierTexts(client(), argument),
    takeSuggestion: (argument: ToTake) => cite(client(), argument),
  };
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
        applyAndShow(
          params,
          async () => next(params, CancellationToken.None) as Promise<ApplyWorkspaceEditResult>,
        ),
    },
    handleWorkDoneProgress: (token, value) => status.progress(token, value),
    executeCommand: async (command, [argument]) => {
      const name = command.replace("citeloom.", "");
      const act = acts[name] ?? (() => execute(client(), name, argument));
      return saying(() => act(argument as never));
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
