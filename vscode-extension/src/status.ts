// The item in the status bar: what the server is doing, and what can be done about it.
import * as vscode from "vscode";
import type {
  ProgressToken,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from "vscode-languageclient/node";

import { isTextBeingMade, textsBeingMade } from "./ended";
import { duration } from "./picks/cost";
import { shown } from "./shown";
import { whileShown } from "./window";

type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** Work that goes on: what it is, how far, and since when; times are in milliseconds. */
export interface Work {
  readonly token: ProgressToken;
  readonly title: string;
  readonly stage: string;
  readonly begun: number;
  /** When the step began in which it is now. */
  readonly stepBegun: number;
}

const MILLISECONDS_UNTIL_SHOWN = 2_000;
const MILLISECONDS_BETWEEN = 1_000;
/** Under which the window keeps the titles of texts that are being made. */
const MAKING = "citeloom.making";
const COUNTED = /^(.*?) (\d+)\/(\d+)$/;

/** Returns `summaries: 7 of 19 · 24 s so far, about 41 s to the end of this step`. */
export function howFar({ stage, begun, stepBegun }: Work, now: number): string {
  const [, step = stage, done = "", total = ""] = COUNTED.exec(stage) ?? [];
  const spent = `${duration(Math.round((now - begun) / 1000))} so far`;
  if (!total) return [step, spent].filter(Boolean).join(" · ");
  const left = ((now - stepBegun) / Number(done)) * (Number(total) - Number(done));
  const rest = Number(done) ? `, about ${duration(Math.round(left / 1000))} left in this step` : "";
  return `${step}: ${done} of ${total} · ${spent}${rest}`;
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "citeloom.status",
    vscode.StatusBarAlignment.Left,
  );
  private readonly works = new Map<ProgressToken, Work>();
  private server: "starting" | "running" | "failed" | "stopped" = "stopped";
  /** Called with what its user cancels. */
  onCancel: (token: ProgressToken) => unknown = () => {};

  /** `kept` outlives the window: a run that it ends is said by the next one. */
  constructor(private readonly kept: vscode.Memento) {
    this.item.name = "Citeloom";
    this.show();
    this.item.show();
  }

  /** All that goes on, the oldest first. */
  get working(): readonly Work[] {
    return [...this.works.values()];
  }

  set(server: "starting" | "running" | "failed" | "stopped"): void {
    this.server = server;
    if (server !== "running") this.works.clear();
    void vscode.commands.executeCommand("setContext", "citeloom.server", server);
    this.show();
  }

  /** What made a text when the window was closed or loaded again; said once. */
  takeEnded(): readonly string[] {
    const titles = this.kept.get<readonly string[]>(MAKING, []);
    void this.kept.update(MAKING, undefined);
    return titles;
  }

  /** Follows a job. */
  progress(token: ProgressToken, value: Progress): void {
    if (value.kind === "end") {
      this.works.delete(token);
    } else {
      const before = this.works.get(token);
      const title = value.kind === "begin" ? value.title : (before?.title ?? "");
      const stage = value.message ?? before?.stage ?? "";
      const now = Date.now();
      const step = (stage: string) => COUNTED.exec(stage)?.[1] ?? stage;
      const stepBegun = before && step(before.stage) === step(stage) ? before.stepBegun : now;
      this.works.set(token, { token, title, stage, begun: before?.begun ?? now, stepBegun });
      if (value.kind === "begin" && isTextBeingMade(title)) {
        setTimeout(() => this.follow(token), MILLISECONDS_UNTIL_SHOWN);
      }
    }
    if (value.kind !== "report") void this.kept.update(MAKING, textsBeingMade(this.working));
    this.show();
  }

  /** Shows a text that is being made in a notification, until it has ended. */
  private follow(token: ProgressToken): void {
    const work = this.works.get(token);
    if (!work) return;
    void whileShown(
      work.title,
      (cancelling, report) =>
        new Promise<void>((resolve) => {
          cancelling.onCancellationRequested(() => this.onCancel(token));
          const tell = () => {
            const now = this.works.get(token);
            if (now) return report(howFar(now, Date.now()));
            clearInterval(timer);
            resolve();
          };
          const timer = setInterval(tell, MILLISECONDS_BETWEEN);
          tell();
        }),
    );
  }

  private show(): void {
    const [work] = this.works.values();
    this.item.backgroundColor = undefined;
    this.item.command = "citeloom.showMenu";
    if (work) {
      const more = this.works.size > 1 ? ` (+${this.works.size - 1})` : "";
      this.item.text = `$(loading~spin) Citeloom: ${shown(work.stage || work.title)}${more}`;
      const lines = this.working.map(({ title, stage }) => (stage ? `${title}: ${stage}` : title));
      this.item.tooltip = [...lines.map(shown), "Click to cancel it or see more."].join("\n");
      return;
    }
    if (this.server === "failed") {
      this.item.text = "$(error) Citeloom";
      this.item.tooltip = "Citeloom's server is not running. Click for ways to fix it.";
      this.item.command = "citeloom.showFault";
      this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
    } else {
      this.item.text = this.server === "starting" ? "$(loading~spin) Citeloom" : "$(book) Citeloom";
      this.item.tooltip = this.server === "starting" ? "Citeloom is starting." : "Citeloom";
    }
  }

  dispose(): void {
    this.item.dispose();
  }
}
