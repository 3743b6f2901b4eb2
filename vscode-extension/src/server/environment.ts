// The Python environment that the extension keeps for its server: made once, used from then on.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from "node:fs/promises";
import * as path from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Remedy, reasonOf, ServerFault } from "./fault";
import { type Machine, programs } from "./finding";
import { findPython, OLDEST, type Python, versionOf } from "./python";
import { type Running, run } from "./running";

/** What the extension brings: the wheel of the server, and the locked versions of what it needs. */
export interface Bundle {
  readonly wheel: string;
  readonly requirements: string;
}

const MARK = "complete.json";
const MILLISECONDS_HELD = 10 * 60_000;
const MILLISECONDS_BETWEEN = 500;
const REMEDIES: readonly Remedy[] = ["Try again", "Choose interpreter", "Show log"];

/** Returns the interpreter of the environment for a bundle; makes the environment if it is not there. */
export async function environmentFor(
  bundle: Bundle,
  storage: string,
  machine: Machine,
  how: Running,
  onMaking: () => void,
): Promise<string> {
  const name = `server-${await fingerprint(bundle)}`;
  const folder = path.join(storage, name);
  const python = interpreterIn(folder, machine.platform);
  const isReady = () => existsSync(path.join(folder, MARK)) && existsSync(python);
  if (isReady()) return python;
  onMaking();
  await mkdir(storage, { recursive: true });
  await alone(path.join(storage, "making"), async () => {
    if (isReady()) return;
    // What is there without its mark was not finished, or its Python has gone.
    await rm(folder, { recursive: true, force: true });
    await make(bundle, folder, python, machine, how);
    const mark = JSON.stringify({ wheel: path.basename(bundle.wheel) });
    await writeFile(path.join(folder, MARK), mark);
    await removeOthers(storage, name);
  });
  return python;
}

/** Does work that no other window may do at the same time; one that died does not hold it long. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const made = await stat(lock).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > MILLISECONDS_HELD) await rmdir(lock).catch(() => {});
    else await setTimeout(MILLISECONDS_BETWEEN);
  }
  try {
    await work();
  } finally {
    await rmdir(lock).catch(() => {});
  }
}

function interpreterIn(folder: string, platform: NodeJS.Platform): string {
  const parts = platform === "win32" ? ["Scripts", "python.exe"] : ["bin", "python"];
  return path.join(folder, ...parts);
}

async function fingerprint(bundle: Bundle): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [bundle.wheel, bundle.requirements]) hash.update(await readFile(file));
  return hash.digest("hex").slice(0, 12);
}

async function make(
  bundle: Bundle,
  folder: string,
  python: string,
  machine: Machine,
  how: Running,
): Promise<void> {
  const [uv] = programs(["uv"], machine);
  if (uv) {
    const wanted = `>=${OLDEST.join(".")}`;
    // A user's own setting may forbid uv to fetch a Python; here there may be no other.
    const environment = {
      ...how.environment,
      UV_PYTHON_DOWNLOADS: "automatic",
      UV_NATIVE_TLS: "1",
      UV_SYSTEM_CERTS: "1",
    };
    const own = { ...how, environment };
    await must(uv, ["venv", "--no-project", "--python", wanted, folder], own);
    const install = ["pip", "install", "--python", python];
    await must(uv, [...install, "--require-hashes", "-r", bundle.requirements], own);
    await must(uv, [...install, "--no-deps", bundle.wheel], own);
    return;
  }
  const found = await findPython(machine, how);
  if (!found.python) throw noPython(found.old);
  await must(found.python.path, ["-I", "-m", "venv", folder], how);
  const install = ["-I", "-m", "pip", "--disable-pip-version-check", "--no-input", "install"];
  await must(python, [...install, "--require-hashes", "-r", bundle.requirements], how);
  await must(python, [...install, "--no-deps", bundle.wheel], how);
}

function noPython(old: readonly Python[]): ServerFault {
  const needed = `Citeloom needs Python ${OLDEST.join(".")} or newer`;
  const [first] = old;
  const there = first
    ? `the one found is ${versionOf(first)} (${first.path})`
    : "none found on this machine";
  const remedies: Remedy[] = ["Get Python", "Choose interpreter", "Try again", "Show log"];
  return new ServerFault(`${needed}; ${there}.`, remedies);
}

async function must(program: string, given: readonly string[], how: Running): Promise<void> {
  const { code, output, errors } = await run(program, given, how);
  if (how.signal?.aborted) {
    throw new ServerFault("Setting up Citeloom's server was cancelled.", ["Try again"]);
  }
  if (code !== 0) {
    const reason = reasonOf(`${output}\n${errors}`);
    throw new ServerFault(`Citeloom's server could not be set up: ${reason}`, REMEDIES);
  }
}

async function removeOthers(storage: string, name: string): Promise<void> {
  for (const other of await readdir(storage)) {
    if (other.startsWith("server-") && other !== name) {
      // Another window may still run it; then it goes another time.
      await rm(path.join(storage, other), { recursive: true, force: true }).catch(() => {});
    }
  }
}
