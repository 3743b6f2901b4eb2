// What is there when VS Code opens a draft: commands, the status item, the server.
import * as vscode from "vscode";
import type { LanguageClient, ProgressToken } from "vscode-languageclient/node";
import { offerToAgents } from "./agents";
import type { ShownChanges } from "./answers";
import { ApiKey } from "./apiKey";
import { chooseMethod, chooseModelAndSay, setApiKey } from "./choosing";
import { currentSettings } from "./configuration";
import { Difference } from "./deciding/difference";
import { GRAPH, Graphs } from "./graph/panel";
import type { KeysInUse } from "./models/choosing";
import { QUICK } from "./picks/methods";
import { PREVIEW, Preview } from "./preview/panel";
import { type Question, Questions } from "./questions";
import { ReferencesView, referencesCommands } from "./references/view";
import { execute, ORDERS, placeOf, saying } from "./requests";
import { completeEntries } from "./reviewing";
import { Rewriting } from "./rewriting/rewriting";
import { Server } from "./server";
import { keepLast } from "./starting";
import { Status } from "./status";
import { Texts } from "./texts";
import { pick, type Row } from "./window";
import { editOutline, take, write, writeAbout, writeAgain } from "./writing";

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Citeloom", { log: true });
  const status = new Status(context.workspaceState);
  const apiKey = new ApiKey(context.secrets);
  const texts = new Texts();
  keepLast(context.workspaceState);
  const questions = new Questions();
  const client = () => server?.client;
  const preview = new Preview(context.extensionUri, texts, client);
  const difference = new Difference(texts, client);
  const rewriting = new Rewriting(context, texts, client, (which) => difference.show(which));
  const references = new ReferencesView(client);
  const onRefresh = () => {
    void references.refresh();
    void saying(() => preview.refresh());
    void saying(() => difference.refresh());
  };
  const graphs = new Graphs(context.extensionUri, texts, client);
  const views = {
    preview: (offer: string) => preview.show(offer),
    showChanges: (which: ShownChanges) => difference.show(which),
    suggest: (argument?: object) => references.suggest(argument),
    onRefresh,
    rewriting,
    writeAgain: () => withClient(running, (client) => writeAgain(client))(),
    texts,
    questions,
  };
  server = new Server(context, log, status, apiKey, views);
  context.subscriptions.push(
    log,
    status,
    texts,
    questions,
    preview,
    difference,
    rewriting,
    references,
    graphs,
  );
  void vscode.commands.executeCommand("setContext", "citeloom.isActive", true);

  const running = server;
  status.onCancel = (token) =>
    running.client?.sendNotification("window/workDoneProgress/cancel", { token });
  const { version } = context.extension.packageJSON as { version: string };
  context.subscriptions.push(offerToAgents(running, version));
  const keys: KeysInUse = {
    apiKey,
    handOver: async (key, host) => running.client?.handOver(key, host),
  };
  // Without one, a window that is loaded again keeps an empty group of editors for a panel.
  const restore = (
    kind: string,
    deserializeWebviewPanel: (panel: vscode.WebviewPanel) => unknown,
  ) =>
    vscode.window.registerWebviewPanelSerializer(kind, {
      deserializeWebviewPanel: async (panel) => void (await deserializeWebviewPanel(panel)),
    });
  context.subscriptions.push(
    restore(GRAPH, (panel) => panel.dispose()),
    restore(PREVIEW, async (panel) => {
      await running.ready();
      await preview.restore(panel);
    }),
  );
  const commands: Record<string, (argument?: unknown) => unknown> = {
    writeRelatedWork: withClient(running, (client) => write(client)),
    writeAboutReferences: withClient(running, writeAbout),
    writeQuickly: withClient(running, (client) => writeAgain(client, QUICK)),
    chooseMethod: withClient(running, (client) => chooseMethod(client, keys)),
    chooseModel: withClient(running, (client) => chooseModelAndSay(client, keys)),
    getAbstracts: withClient(running, (client) => execute(client, "abstracts", placeOf(client))),
    lookOnThisDisk: withClient(running, (client) =>
      execute(client, "fetch", { ...placeOf(client), offline: true }),
    ),
    completeBib: withClient(running, completeEntries),
    checkSentences: withClient(running, checkClaims),
    showSentenceSource: withClient(running, (client) =>
      execute(client, "showSource", placeOf(client)),
    ),
    previewRelatedWork: (offer) =>
      withClient(running, () => preview.show(typeof offer === "string" ? offer : ""))(),
    showGraph: withClient(running, () => graphs.show()),
    editOutline: withClient(running, (client) => editOutline(client)),
    insertRelatedWork: withClient(running, (client) => take(client, "insert")),
    discardRelatedWork: withClient(running, (client) => take(client, "discard")),
    stripMarks: withClient(running, (client) => execute(client, "strip", placeOf(client))),
    restartServer: () => running.restart(),
    showLog: () => log.show(),
    setApiKey: withClient(running, (client) => setApiKey(client, keys)),
    showMenu: () => showMenu(status),
    showFault: () => running.sayFault(),
    showQuestion: (question) => questions.show(question as Question | undefined),
    gettingStarted: () => openWalkthrough(context),
    ...referencesCommands(references),
  };
  for (const [name, command] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`citeloom.${name}`, command));
  }

  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("citeloom.server")) void running.restart();
      else if (event.affectsConfiguration("citeloom")) void sendSettings(running);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    vscode.extensions.onDidChange(() => sendSettings(running)),
  );
  void running.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** A command that needs the server: waits until it runs, and says what failed. */
function withClient(
  running: Server,
  act: (client: LanguageClient) => Promise<unknown>,
): () => Promise<void> {
  return async () => {
    const client = await running.ready();
    if (client) await saying(() => act(client));
  };
}

async function sendSettings({ client }: Server): Promise<void> {
  if (!client?.isRunning()) return;
  const settings = { citeloom: currentSettings() };
  await client.sendNotification("workspace/didChangeConfiguration", { settings });
}

/** What a click on the status bar offers while nothing goes on. */
const MENU = [
  { label: "Write Related Work", command: "citeloom.writeRelatedWork" },
  { label: "Preview", command: "citeloom.previewRelatedWork" },
  { label: "References", command: "citeloom.references.focus" },
  { label: "Choose Method", command: "citeloom.chooseMethod" },
  { label: "Choose Model", command: "citeloom.chooseModel" },
  { label: "Getting Started", command: "citeloom.gettingStarted" },
  { label: "Show Log", command: "citeloom.showLog" },
  { label: "Restart Server", command: "citeloom.restartServer" },
];

async function showMenu(status: Status): Promise<void> {
  const works = status.working.map(({ token, title, stage }) => ({
    label: `Cancel: ${title}`,
    description: stage,
    token,
  }));
  const rows: (Row & { command?: string; token?: ProgressToken })[] = [...works, ...MENU];
  const chosen = await pick(rows, { title: "Citeloom" });
  if (chosen?.token !== undefined) status.onCancel(chosen.token);
  if (chosen?.command) await vscode.commands.executeCommand(chosen.command);
}

const CHECKS = [
  {
    label: "Quickly",
    description: "without a model; nothing leaves this machine",
    command: "checkClaims",
  },
  {
    label: "Thoroughly",
    description: "also claims that the papers do not clearly support",
    command: "checkClaims",
    thorough: true,
  },
  { label: "By the model", description: "your model judges each claim", command: "judgeClaims" },
];

/** Checks what the draft says of the papers that it cites, in the way that its author picks. */
async function checkClaims(client: LanguageClient): Promise<void> {
  const chosen = await pick(CHECKS, { title: "Citeloom: Check Claims" });
  if (!chosen) return;
  const { command, thorough } = chosen;
  const order = command === "judgeClaims" && { version: ORDERS };
  await execute(client, command, { ...placeOf(client), ...(thorough && { thorough }), ...order });
}

async function openWalkthrough(context: vscode.ExtensionContext): Promise<void> {
  const walkthrough = `${context.extension.id}#citeloom.gettingStarted`;
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough, false);
}
