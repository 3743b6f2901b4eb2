// Asks the language models that VS Code has, for the server's jobs; nothing here depends on whose
// they are.
import * as vscode from "vscode";

/** What the server asks; see docs/protocol.md. */
export interface ModelQuestion {
  /** Pieces of the answer are told under this name. */
  readonly ask: string;
  readonly vendor: string;
  readonly id: string;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** The one tool that the model has to call; without it the answer is in words. */
  readonly tool: { readonly name: string; readonly description: string; schema: object } | null;
  readonly options: Readonly<Record<string, unknown>>;
  /** What the user is shown where a provider asks for consent. */
  readonly reason: string;
}

export interface ModelAnswer {
  readonly text?: string;
  /** The argument with which the model called the tool, as JSON. */
  readonly call?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly failure?: { readonly code: string; readonly message: string };
}

/** What VS Code has that our oldest one lacks; other editors may lack all of it. */
interface Newer {
  readonly LanguageModelToolCallPart?: new (...given: never[]) => ToolCall;
  readonly LanguageModelTextPart?: new (...given: never[]) => { readonly value: string };
  readonly LanguageModelChatToolMode?: { readonly Required: number };
}

interface ToolCall {
  readonly name: string;
  readonly input: unknown;
}

interface Usage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
}

const newer = vscode as unknown as Newer;
const MILLISECONDS_BETWEEN_PIECES = 100;
const CODES = new Set(["NoPermissions", "Blocked", "NotFound"]);
/** Names of Copilot's errors, which have no code. */
const NAMES: Readonly<Record<string, string>> = {
  ChatQuotaExceeded: "QuotaExceeded",
  ChatRateLimited: "RateLimited",
};

/** Tells whether this editor has language models at all, as far as can be seen without asking. */
export function hasModels(): boolean {
  return typeof vscode.lm?.selectChatModels === "function";
}

/** Asks a model; a fault of the provider's is an answer, too. `hear` gets pieces as they come. */
export async function askModel(
  question: ModelQuestion,
  token: vscode.CancellationToken,
  hear: (text: string) => void,
): Promise<ModelAnswer> {
  const { vendor, id, tool } = question;
  if (!hasModels()) return failure("NoModels");
  if (tool && !(newer.LanguageModelToolCallPart && newer.LanguageModelChatToolMode)) {
    return failure("NoTools");
  }
  try {
    const [model] = await vscode.lm.selectChatModels({ vendor, id });
    if (!model) return failure("NotFound");
    const response = await model.sendRequest(messages(question), options(question), token);
    // Until here its user may have been asked for consent; errors come while it is read, too.
    hear("");
    const answer = await read(response, question, token, hear);
    // A cancelled answer ends as a whole one does.
    return token.isCancellationRequested ? failure("Cancelled") : answer;
  } catch (error) {
    return token.isCancellationRequested ? failure("Cancelled") : failureOf(error);
  }
}

function messages({ messages }: ModelQuestion): vscode.LanguageModelChatMessage[] {
  const { User, Assistant } = vscode.LanguageModelChatMessage;
  return messages.map(({ role, text }) => (role === "assistant" ? Assistant(text) : User(text)));
}

function options(question: ModelQuestion): vscode.LanguageModelChatRequestOptions {
  const { tool, reason } = question;
  const given: Record<string, unknown> = {
    justification: reason,
    modelOptions: question.options,
  };
  if (tool) {
    const { name, description, schema } = tool;
    given.tools = [{ name, description, inputSchema: schema }];
    given.toolMode = newer.LanguageModelChatToolMode?.Required;
  }
  return given as vscode.LanguageModelChatRequestOptions;
}

async function read(
  response: vscode.LanguageModelChatResponse,
  { tool }: ModelQuestion,
  token: vscode.CancellationToken,
  hear: (text: string) => void,
): Promise<ModelAnswer> {
  let text = "";
  let call: string | undefined;
  let usage: Usage = {};
  let told = 0;
  let toldAt = Date.now();
  const { stream } = response as unknown as { stream?: AsyncIterable<unknown> };
  for await (const part of stream ?? response.text) {
    if (token.isCancellationRequested) break;
    if (typeof part === "string") text += part;
    else if (isText(part)) text += part.value;
    else if (isCall(part)) {
      if (part.name === tool?.name) call ??= JSON.stringify(part.input);
    } else usage = usageOf(part) ?? usage;
    if (Date.now() - toldAt < MILLISECONDS_BETWEEN_PIECES) continue;
    hear(text.slice(told));
    told = text.length;
    toldAt = Date.now();
  }
  const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage;
  return {
    text,
    ...(call !== undefined && { call }),
    ...(isCount(inputTokens) && isCount(outputTokens) && { inputTokens, outputTokens }),
  };
}

/** Bundled names of classes are short: only their own kind tells the parts apart. */
function isText(part: unknown): part is { readonly value: string } {
  const kind = newer.LanguageModelTextPart;
  return kind !== undefined && part instanceof kind;
}

function isCall(part: unknown): part is ToolCall {
  const kind = newer.LanguageModelToolCallPart;
  return kind !== undefined && part instanceof kind;
}

/** Copilot tells the tokens as a last part, which no document promises. */
function usageOf(part: unknown): Usage | undefined {
  const { mimeType, data } = part as { mimeType?: unknown; data?: unknown };
  if (mimeType !== "usage" || !(data instanceof Uint8Array)) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(data)) ?? undefined;
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function failure(code: string, message = ""): ModelAnswer {
  return { failure: { code, message } };
}

function failureOf(error: unknown): ModelAnswer {
  const { code, name, message } = (error ?? {}) as Record<string, unknown>;
  const named = typeof name === "string" ? NAMES[name] : undefined;
  const coded = typeof code === "string" && CODES.has(code) ? code : "";
  return failure(named ?? coded, typeof message === "string" ? message : String(error));
}
