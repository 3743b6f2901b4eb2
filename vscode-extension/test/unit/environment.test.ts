import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { environmentFor } from "../../src/server/environment";
import { ServerFault } from "../../src/server/fault";
import { searched } from "../../src/server/finding";
import { launchOf } from "../../src/server/launch";

const skip = process.platform === "win32" && "the stand-in programs are shell scripts";
let folder: string;
let programs: string;
let storage: string;

beforeEach(() => {
  // A space and letters that are not ASCII, as in many users' folders.
  folder = mkdtempSync(path.join(tmpdir(), "citeloom prüfung "));
  programs = path.join(folder, "bin");
  storage = path.join(folder, "störage");
  mkdirSync(programs);
  writeFileSync(path.join(folder, "citeloom.whl"), "a wheel");
  writeFileSync(path.join(folder, "requirements.txt"), "");
});

afterEach(() => rmSync(folder, { recursive: true }));

function program(name: string, script: string): string {
  const file = path.join(programs, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** A Python that says its version, makes environments of itself and installs what it is told. */
function python(name: string, version: string, pip = "exit 0"): string {
  return program(
    name,
    `case "$*" in
*version_info*) echo "${version}"; echo "$0" ;;
*venv*) for last; do :; done; mkdir -p "$last/bin"; cp "$0" "$last/bin/python"; echo made >> "${folder}/made" ;;
*pip*) echo "$*" >> "${folder}/pip"; ${pip} ;;
*"import citeloom"*) exit ${name === "python-bare" ? 1 : 0} ;;
esac`,
  );
}

const bundle = () => ({
  wheel: path.join(folder, "citeloom.whl"),
  requirements: path.join(folder, "requirements.txt"),
});
const how = () => ({ folder, environment: { PATH: "/usr/bin:/bin" } });
const machine = () => ({ platform: "linux" as const, home: folder, folders: [programs] });

async function made(onMaking = () => {}): Promise<string> {
  return environmentFor(bundle(), storage, machine(), how(), onMaking);
}

async function fault(work: Promise<unknown>): Promise<ServerFault> {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  );
  assert.ok(error instanceof ServerFault, String(error));
  return error;
}

test("an environment is made once, from locked versions", { skip }, async () => {
  python("python3", "3 12");
  let told = 0;
  const first = await made(() => {
    told++;
  });
  assert.equal(await made(), first);
  assert.equal(told, 1);
  assert.equal(readFileSync(path.join(folder, "made"), "utf8"), "made\n");
  const installed = readFileSync(path.join(folder, "pip"), "utf8");
  assert.match(installed, /--require-hashes -r .*requirements\.txt\n.*--no-deps .*citeloom\.whl\n/);
  assert.ok(first.startsWith(storage));
});

test("two windows make one environment", { skip }, async () => {
  python("python3", "3 12", "sleep 0.3");
  const [one, other] = await Promise.all([made(), made()]);
  assert.equal(one, other);
  assert.equal(readFileSync(path.join(folder, "made"), "utf8"), "made\n");
});

test("a new version of the server gets a new environment, the old one goes", { skip }, async () => {
  python("python3", "3 12");
  const first = await made();
  writeFileSync(bundle().wheel, "a newer wheel");
  const second = await made();
  assert.notEqual(first, second);
  assert.ok(!existsSync(first));
});

test("an environment whose Python has gone is made again", { skip }, async () => {
  python("python3", "3 12");
  const first = await made();
  rmSync(first);
  assert.equal(await made(), first);
  assert.ok(existsSync(first));
});

test("half an environment is not used", { skip }, async () => {
  python("python3", "3 12", "echo 'No space left on device' >&2; exit 1");
  assert.match((await fault(made())).message, /the disk is full/);
  python("python3", "3 12");
  await made();
  assert.equal(readFileSync(path.join(folder, "made"), "utf8"), "made\nmade\n");
});

test("a Python that is too old is passed over for a newer one", { skip }, async () => {
  python("python3", "3 9");
  python("python3.13", "3 13");
  await made();
});

test("without a Python that is new enough, the one that is there is named", { skip }, async () => {
  const error = await fault(made());
  assert.match(error.message, /needs Python 3\.11 or newer; none found/);
  assert.deepEqual(error.remedies.slice(0, 2), ["Get Python", "Choose interpreter"]);
  const old = python("python3", "3 9");
  const message = (await fault(made())).message;
  assert.ok(message.includes(`the one found is 3.9 (${old})`), message);
});

test("programs are looked for in no relative folder", () => {
  assert.deepEqual(searched(["/usr/bin", "", ".", "bin", "/usr/bin"]), ["/usr/bin"]);
});

test("uv is preferred, and may fetch a Python", { skip }, async () => {
  python("python3", "3 9");
  program(
    "uv",
    `echo "$UV_PYTHON_DOWNLOADS $*" >> "${folder}/uv"
case "$1" in venv) for last; do :; done; mkdir -p "$last/bin"; : > "$last/bin/python" ;; esac`,
  );
  await made();
  const said = readFileSync(path.join(folder, "uv"), "utf8");
  assert.match(said, /^automatic venv --no-project --python >=3\.11 /);
  assert.match(said, /pip install --python .*--require-hashes/);
});

test("the user's program is started, or Citeloom by the user's interpreter", { skip }, async () => {
  const own = program("citeloom", "exit 0");
  const interpreter = python("python-of-mine", "3 11");
  const start = (wanted: string) =>
    launchOf(wanted, bundle(), storage, machine(), how(), () => assert.fail("nothing to make"));
  assert.equal((await start(own)).command, own);
  const launch = await start(interpreter);
  assert.deepEqual([launch.command, launch.args], [interpreter, ["-m", "citeloom", "serve"]]);
  assert.equal(launch.environment.PYTHONSAFEPATH, "1");
});

test("a wrong setting is named, and nothing else is tried", { skip }, async () => {
  python("python3", "3 12");
  const start = (wanted: string) =>
    fault(
      launchOf(wanted, bundle(), storage, machine(), how(), () => assert.fail("nothing to make")),
    );
  assert.match((await start("/nowhere/citeloom")).message, /is not a program/);
  assert.match((await start("citeloom")).message, /not an absolute path/);
  const silent = program("python-silent", "exit 0");
  assert.match((await start(silent)).message, /is not Python/);
  const old = python("python-old", "3 8");
  assert.match((await start(old)).message, /is Python 3\.8; .* 3\.11 or newer/);
  const bare = python("python-bare", "3 12");
  assert.match((await start(bare)).message, /Citeloom is not installed/);
});

test("setting up can be cancelled", { skip }, async () => {
  python("python3", "3 12", "exec sleep 20");
  const stopping = new AbortController();
  const own = { ...how(), signal: stopping.signal };
  const work = environmentFor(bundle(), storage, machine(), own, () =>
    setTimeout(() => stopping.abort(), 200),
  );
  assert.match((await fault(work)).message, /cancelled/);
});
