// The item in the status bar: what the server is doing, and what can be done about it.
import * as vscode from "vscode";
import type {
  ProgressToken,
  WorkDoneProgressBegin,
  WorkDoneProgressEnd,
  WorkDoneProgressReport,
} from "vscode-languageclient/node";

type Progress = WorkDoneProgressBegin | WorkDoneProgressReport | WorkDoneProgressEnd;

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "citeloom.status",
    vscode.StatusBarAlignment.Left,
  );
  private readonly stages = new Map<ProgressToken, string>();
  private server: "starting" | "running" | "failed" | "stopped" = "stopped";

  constructor() {
    this.item.name = "Citeloom";
    this.show();
    this.item.show();
  }

  get isWriting(): boolean {
    return this.stages.size > 0;
  }

  set(server: "starting" | "running" | "failed" | "stopped"): void {
    this.server = server;
    if (server !== "running") this.stages.clear();
    this.show();
  }

  /** Follows a job. */
  progress(token: ProgressToken, value: Progress): void {
    if (value.kind === "end") this.stages.delete(token);
    else if (value.message) this.stages.set(token, value.message);
    else if (value.kind === "begin") this.stages.set(token, value.title);
    this.show();
  }

  private show(): void {
    const [stage] = this.stages.values();
    const more = this.stages.size > 1 ? ` (+${this.stages.size - 1})` : "";
    this.item.backgroundColor = undefined;
    if (stage) {
      this.item.text = `$(loading~spin) Citeloom: ${stage}${more}`;
      this.item.tooltip = "Citeloom is writing related work. Click to cancel.";
      this.item.command = "citeloom.cancelWriting";
      return;
    }
    this.item.command = "citeloom.showMenu";
    if (this.server === "failed") {
      this.item.text = "$(error) Citeloom";
      this.item.tooltip = "Citeloom's server is not running. Click to see what can be done.";
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
