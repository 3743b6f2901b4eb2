// Runs a program to its end, outside of any project: nothing of a workspace is looked up or run.
import { spawn } from "node:child_process";
import { onOneLine } from "../shown";

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export interface Running {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly log?: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly milliseconds?: number;
}

/** Runs a program, named by its absolute path; one that cannot be started has the code null. */
export function run(program: string, given: readonly string[], how: Running): Promise<Outcome> {
  how.log?.(`${program} ${given.join(" ")}`);
  return new Promise((resolve) => {
    let output = "";
    let errors = "";
    const child = spawn(program, given, {
      cwd: how.folder,
      env: how.environment,
      windowsHide: true,
      ...(how.signal && { signal: how.signal }),
      ...(how.milliseconds && { timeout: how.milliseconds }),
    });
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (how.log) for (const line of lines(text)) how.log(line);
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
      if (how.log) for (const line of lines(text)) how.log(line);
    });
    child.on("error", (error) => resolve({ code: null, output, errors: errors + error.message }));
    child.on("close", (code) => resolve({ code, output, errors }));
  });
}

function lines(text: string): string[] {
  return text.split(/\r?\n/).map(onOneLine).filter(Boolean);
}
