// The server's life: found or made, started, started again, stopped.
import { readdirSync } from "node:fs";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { ApiKey } from "./apiKey";
import { given } from "./configuration";
import { sayEnded } from "./ended";
import { showFault } from "./faults";
import type { QuietClient, Told } from "./newClient";
import { saying } from "./requests";
import type { Bundle } from "./server/environment";
import { type Remedy, ServerFault } from "./server/fault";
import { thisMachine } from "./server/finding";
import { type Launch, launchOf } from "./server/launch";
import type { Status } from "./status";
import { whileShown } from "./window";

export class Server {
  client: QuietClient | undefined;
  launch: Launch | undefined;
  private turn: Promise<void> = Promise.resolve();
  private isStarted = false;
  private deaths: number[] = [];
  private fault: unknown;
  /** Texts that a server did not finish, until the next one runs. */
  private ended: readonly string[] = [];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly log: vscode.LogOutputChannel,
    private readonly status: Status,
    private readonly apiKey: ApiKey,
    private readonly views: Omit<Told, "log" | "status" | "modelKeys" | "onEnd">,
  ) {}

  /** Starts the server, or stops it and starts it anew; one after the other, however often asked. */
  restart(): Promise<void> {
    this.turn = this.turn.then(() => this.begin());
    return this.turn;
  }

  /**
   * Returns the client when it runs: one that is being started is waited for. Where it cannot be
   * started, that is said again, in the same words.
   */
  async ready(): Promise<LanguageClient | undefined> {
    await this.turn;
    if (this.client?.isRunning()) return this.client;
    this.sayFault();
    return undefined;
  }

  /** Says what keeps the server from running. */
  sayFault(): void {
    const error = this.fault ?? new ServerFault(NOT_RUNNING, ["Try again", "Show log"]);
    void showFault(error, this.log).then((again) => (again ? this.restart() : undefined));
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.isStarted = false;
    this.fault = undefined;
    this.status.set("stopped");
    this.views.questions.end();
    // One that has died already has nothing to stop.
    await client?.dispose().catch((error: unknown) => this.log.warn(String(error)));
  }

  private async begin(): Promise<void> {
    this.ended = [...this.ended, ...this.status.takeEnded()];
    await this.stop();
    this.status.set("starting");
    try {
      const launch = await this.launched();
      // Loaded here: VS Code waits for what is loaded with the extension.
      const { newClient } = await import("./newClient");
      const client = newClient(launch, {
        log: this.log,
        status: this.status,
        modelKeys: await this.apiKey.all(),
        onEnd: () => this.isStarted && this.died(),
        ...this.views,
      });
      this.client = client;
      this.launch = launch;
      this.log.info(`starting ${launch.command} ${launch.args.join(" ")}`);
      await this.started(client, launch.command);
      this.isStarted = true;
      const { version } = this.context.extension.packageJSON as { version: string };
      const server = client.initializeResult?.serverInfo?.version;
      this.log.info(`extension ${version}, server ${server}, VS Code ${vscode.version}`);
      this.status.set("running");
      this.views.onRefresh();
      const { ended } = this;
      this.ended = [];
      void sayEnded(ended, () => this.views.writeAgain());
      void saying(() => this.views.rewriting.resume());
    } catch (error) {
      this.failed(error);
    }
  }

  /** Waits for a client to start; ends a program that says nothing at all. */
  private async started(client: LanguageClient, command: string): Promise<void> {
    let isSilent = false;
    const patience = setTimeout(() => {
      isSilent = true;
      client.serverProcess?.kill();
    }, MILLISECONDS_TO_START);
    try {
      await client.start();
    } catch (error) {
      this.log.error(String(error));
      throw new ServerFault(`${command} ${isSilent ? IS_SILENT : DOES_NOT_START}`, CHOICES);
    } finally {
      clearTimeout(patience);
    }
  }

  /** Starts a server that has died again, but not one that goes on dying. */
  private died(): void {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((death) => now - death < MILLISECONDS), now];
    this.log.error("the server stopped unexpectedly");
    if (this.deaths.length < DEATHS) {
      void this.restart();
    } else {
      this.deaths = [];
      this.failed(new ServerFault(CRASHED, ["Try again", "Show log"]));
    }
  }

  private failed(error: unknown): void {
    this.fault = error;
    this.status.set("failed");
    this.views.questions.end();
    this.sayFault();
  }

  private async launched(): Promise<Launch> {
    const setting = given();
    const storage = this.context.globalStorageUri;
    await vscode.workspace.fs.createDirectory(storage);
    const machine = thisMachine();
    const log = (line: string) => this.log.info(line);
    const how = { folder: storage.fsPath, environment: withProxy(process.env), log };
    const wanted = `${setting("server.path") ?? ""}`.trim();
    const stopping = new AbortController();
    let done = () => {};
    const ended = new Promise<void>((resolve) => {
      done = resolve;
    });
    const show = () =>
      void whileShown(SETTING_UP, (token) => {
        token.onCancellationRequested(() => stopping.abort());
        return ended;
      });
    const running = { ...how, signal: stopping.signal };
    return launchOf(wanted, this.bundle(), storage.fsPath, machine, running, show).finally(done);
  }

  private bundle(): Bundle {
    const folder = vscode.Uri.joinPath(this.context.extensionUri, "bundled").fsPath;
    const wheel = readdirSync(folder).find((name) => name.endsWith(".whl")) ?? "";
    return { wheel: `${folder}/${wheel}`, requirements: `${folder}/requirements.txt` };
  }
}

const CHOICES: readonly Remedy[] = ["Try again", "Show log", "Open settings"];
const DOES_NOT_START = "could not be started as Citeloom's server; see the log.";
const IS_SILENT = "did not answer as Citeloom's server within a minute and was stopped.";
const MILLISECONDS_TO_START = 60_000;
const DEATHS = 3;
const MILLISECONDS = 3 * 60_000;
const NOT_RUNNING = "Citeloom's server is not running.";
const CRASHED =
  "Citeloom's server stopped three times within three minutes and is not started again.";

const SETTING_UP = "Citeloom is setting up its server. This happens once and takes about a minute.";

/** Installers know a proxy from the environment; VS Code's users set it in VS Code. */
function withProxy(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const proxy = vscode.workspace.getConfiguration("http").get("proxy", "");
  if (!proxy || environment.HTTPS_PROXY || environment.https_proxy) return environment;
  return { ...environment, HTTPS_PROXY: proxy, HTTP_PROXY: proxy };
}
