// Which program is started as the server: the user's, else the one of the environment kept for it.
import { existsSync, statSync } from "node:fs";
import * as path from "node:path";
import { type Bundle, environmentFor } from "./environment";
import { type Remedy, ServerFault } from "./fault";
import type { Machine } from "./finding";
import { ask, isNew, OLDEST, versionOf } from "./python";
import { type Running, run } from "./running";

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly folder: string;
}

const CHOICES: readonly Remedy[] = ["Open settings", "Try again", "Show log"];
/** What interpreters are called. */
const PYTHON = /^(python|pypy)/i;
const CAN_SERVE = "import citeloom; print(citeloom.__version__)";

/**
 * Returns how to start the server; `onMaking` is told if it has to be set up first. `wanted` is a
 * `citeloom` program, or a Python interpreter that has Citeloom; empty for neither.
 */
export async function launchOf(
  wanted: string,
  bundle: Bundle,
  storage: string,
  machine: Machine,
  how: Running,
  onMaking: () => void,
): Promise<Launch> {
  const environment = serverEnvironment(how.environment);
  const own = { environment, folder: how.folder };
  if (wanted) {
    const command = expanded(wanted, machine.home);
    if (PYTHON.test(path.basename(command))) {
      await checked(command, { ...how, environment });
      return { ...own, command, args: ["-m", "citeloom", "serve"] };
    }
    if (!isFile(command)) {
      throw new ServerFault(
        `The setting citeloom.server.path names ${command}, which is not a program.`,
        CHOICES,
      );
    }
    return { ...own, command, args: ["serve"] };
  }
  const command = await environmentFor(bundle, storage, machine, how, onMaking);
  return { ...own, command, args: ["-I", "-X", "utf8", "-m", "citeloom", "serve"] };
}

async function checked(interpreter: string, how: Running): Promise<void> {
  const named = `The setting citeloom.server.path names ${interpreter}`;
  const python = isFile(interpreter) ? await ask(interpreter, how) : undefined;
  if (!python) throw new ServerFault(`${named}, which is not Python.`, CHOICES);
  if (!isNew(python)) {
    const needed = OLDEST.join(".");
    throw new ServerFault(
      `${named}, which is Python ${versionOf(python)}; Citeloom needs ${needed} or newer.`,
      CHOICES,
    );
  }
  const { code } = await run(interpreter, ["-c", CAN_SERVE], how);
  if (code !== 0) {
    throw new ServerFault(
      `${named}, where Citeloom is not installed. Install it there, or clear the setting.`,
      CHOICES,
    );
  }
}

/** The environment of the server: a project's own modules are never taken for Python's. */
function serverEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const python = { PYTHONPATH: "", PYTHONHOME: "", PYTHONSAFEPATH: "1", PYTHONUTF8: "1" };
  return { ...environment, ...python };
}

function expanded(file: string, home: string): string {
  const whole = file.replace(/^~(?=$|[\\/])/, home);
  if (!path.isAbsolute(whole)) {
    throw new ServerFault(`${file} is not an absolute path, which the setting needs.`, CHOICES);
  }
  return whole;
}

function isFile(file: string): boolean {
  return existsSync(file) && statSync(file).isFile();
}
