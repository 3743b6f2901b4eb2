// The item in the status bar: what the server is doing, and what can be done about it.
import * as vscode from "vscode";
import type {
  ProgressToken,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from "vscode-languageclient/node";

import { shown } from "./shown";

type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

/** Work that goes on: what it is, and how far. */
export interface Work {
  readonly token: ProgressToken;
  readonly title: string;
  readonly stage: string;
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "citeloom.status",
    vscode.StatusBarAlignment.Left,
  );
  private readonly works = new Map<ProgressToken, Work>();
  private server: "starting" | "running" | "failed" | "stopped" = "stopped";

  constructor() {
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

  /** Follows a job. */
  progress(token: ProgressToken, value: Progress): void {
    if (value.kind === "end") {
      this.works.delete(token);
    } else {
      const before = this.works.get(token);
      const title = value.kind === "begin" ? value.title : (before?.title ?? "");
      this.works.set(token, { token, title, stage: value.message ?? before?.stage ?? "" });
    }
    this.show();
  }

  private show(): void {
    const [work] = this.works.values();
    this.item.backgroundColor = undefined;
    if (work) {
      const more = this.works.size > 1 ? ` (+${this.works.size - 1})` : "";
      this.item.text = `$(loading~spin) Citeloom: ${shown(work.stage || work.title)}${more}`;
      const lines = this.working.map(({ title, stage }) => (stage ? `${title}: ${stage}` : title));
      this.item.tooltip = [...lines.map(shown), "Click to cancel."].join("\n");
      this.item.command = "citeloom.cancelWriting";
      return;
    }
    this.item.command = "citeloom.showMenu";
    if (this.server === "failed") {
      this.item.text = "$(error) Citeloom";
      this.item.tooltip = "Citeloom's server is not running. Click to see what can be done.";
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
