// A language model of this machine, which may be asked without a question to the user.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import * as path from "node:path";
import { createInterface } from "node:readline";

const TESTS = path.resolve(import.meta.dirname, "../../../tests");
const PLAIN = "running()";
const READABLE = "running(Behaviour(says=readable_answer))";

/** Starts it and names it in a config file; a `readable` one writes texts that can be read. */
export async function startEndpoint(config, { readable = false } = {}) {
  const script = `import sys
from endpoint_server import Behaviour, running
from readable_answers import readable_answer
with ${readable ? READABLE : PLAIN} as one:
    print(one.address, flush=True)
    sys.stdin.read()`;
  const running = spawn(process.env.CITELOOM_PYTHON, ["-c", script], {
    env: { ...process.env, PYTHONPATH: TESTS },
    stdio: ["pipe", "pipe", 2],
  });
  const [address] = await once(createInterface({ input: running.stdout }), "line");
  const model = [
    'provider = "custom"',
    `address = ${JSON.stringify(address)}`,
    'name = "stand-in"',
  ];
  writeFileSync(config, ["[model]", ...model, ""].join("\n"));
  return { stop: () => running.kill() };
}

/** Keeps full texts of some of the example's references in a data folder, as if fetched. */
export function keepTexts(data) {
  const { status, stderr } = spawnSync(process.env.CITELOOM_PYTHON, ["-m", "kept_texts", data], {
    env: { ...process.env, PYTHONPATH: TESTS },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}
