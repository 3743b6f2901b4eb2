// Where programs lie: on the PATH, and where installers put them that editors' PATHs often lack.
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** Absolute folders in which programs are looked for, the first ones first. */
  readonly folders: readonly string[];
}

/** Names by which Python goes: the user's own choice first, then the newest. */
export const PYTHON_NAMES: readonly string[] = [
  "python3",
  "python",
  ...[15, 14, 13, 12, 11].map((minor) => `python3.${minor}`),
  "py",
];

/** Returns the machine that the extension runs on. */
export function thisMachine(): Machine {
  const home = homedir();
  const named = Object.entries(process.env).find(([name]) => name.toUpperCase() === "PATH")?.[1];
  const given = (named ?? "").split(path.delimiter);
  return { platform: process.platform, home, folders: searched([...given, ...usual(home)]) };
}

/** Leaves out relative folders: they would be looked for in whatever project is open. */
export function searched(folders: readonly string[]): string[] {
  return [...new Set(folders.filter((folder) => path.isAbsolute(folder)))];
}

/** Returns the absolute paths of the programs with these names, in the order of the names. */
export function programs(names: readonly string[], { platform, folders }: Machine): string[] {
  const ending = platform === "win32" ? ".exe" : "";
  const all = names.flatMap((name) => folders.map((folder) => path.join(folder, name + ending)));
  return all.filter(isProgram);
}

function usual(home: string): string[] {
  const own = [path.join(home, ".local", "bin"), path.join(home, ".cargo", "bin")];
  if (process.platform !== "win32") {
    return [...own, "/opt/homebrew/bin", "/usr/local/bin", "/usr/bin"];
  }
  const local = process.env.LOCALAPPDATA ?? path.join(home, "AppData", "Local");
  const python = path.join(local, "Programs", "Python");
  const versions = [315, 314, 313, 312, 311].map((version) =>
    path.join(python, `Python${version}`),
  );
  return [...own, path.join(python, "Launcher"), ...versions];
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
