// What a Python interpreter is, and whether it can run the server.
import { type Machine, PYTHON_NAMES, programs } from "./finding";
import { type Running, run } from "./running";

export const OLDEST: readonly [number, number] = [3, 11];

export interface Python {
  readonly path: string;
  readonly version: readonly [number, number];
}

const ASKED = "import sys; print(*sys.version_info[:2]); print(sys.executable)";
const MILLISECONDS = 20_000;

/** Asks an interpreter who it is; undefined if it does not answer as Python does. */
export async function ask(program: string, how: Running): Promise<Python | undefined> {
  const { code, output } = await run(program, ["-I", "-c", ASKED], {
    ...how,
    milliseconds: MILLISECONDS,
  });
  const [version, executable] = output.split(/\r?\n/);
  const [major, minor] = (version ?? "").split(" ").map(Number);
  if (code !== 0 || !executable || !major || minor === undefined) return undefined;
  return { path: executable, version: [major, minor] };
}

/** Tells whether the server runs on it. */
export function isNew({ version: [major, minor] }: Python): boolean {
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

export interface Found {
  /** The first interpreter that is new enough. */
  readonly python: Python | undefined;
  /** Those before it that are too old. */
  readonly old: readonly Python[];
}

/** Looks for an interpreter that can run the server. */
export async function findPython(machine: Machine, how: Running): Promise<Found> {
  const old: Python[] = [];
  for (const program of programs(PYTHON_NAMES, machine)) {
    const python = await ask(program, how);
    if (python && isNew(python)) return { python, old };
    if (python) old.push(python);
  }
  return { python: undefined, old };
}

/** Says a version as people do. */
export function versionOf(python: Python): string {
  return python.version.join(".");
}
