// A language model of this machine, which may be asked without a question to the user.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import * as path from "node:path";
import { createInterface } from "node:readline";

const TESTS = path.resolve(import.meta.dirname, "../../../tests");
const OLLAMA = 11434;
const PLAIN = "running()";
const READABLE = "running(Behaviour(says=readable_answers(json.loads(sys.argv[1]))))";

/**
 * Starts it and names it in a config file; a `readable` one writes texts that can be read, and of
 * papers with some words what `deeds` has of them, which may be wrong.
 */
export async function startEndpoint(config, { readable = false, deeds = {} } = {}) {
  const script = `import json, sys
from endpoint_server import Behaviour, running
from readable_answers import readable_answers
with ${readable ? READABLE : PLAIN} as one:
    print(one.address, flush=True)
    sys.stdin.read()`;
  const running = spawn(process.env.CITELOOM_PYTHON, ["-c", script, JSON.stringify(deeds)], {
    env: { ...process.env, PYTHONPATH: TESTS },
    stdio: ["pipe", "pipe", 2],
  });
  const address = await firstLine(running, createInterface({ input: running.stdout }));
  const model = [
    'provider = "custom"',
    `address = ${JSON.stringify(address)}`,
    'name = "stand-in"',
  ];
  writeFileSync(config, ["[model]", ...model, ""].join("\n"));
  return { address, stop: () => running.kill() };
}

/**
 * Starts one that answers as Ollama does, at its usual address, with models of these names; tells
 * how often it was asked. Starts none where another program has that address.
 */
export async function startOllama(models) {
  if (!(await isFree(OLLAMA))) {
    console.log(`not tried, as another program has port ${OLLAMA}: a model on this machine`);
    return undefined;
  }
  const script = `import json, sys
from endpoint_server import Behaviour, running
models = tuple(json.loads(sys.argv[1]))
loaded = [{"name": one, "context_length": 32768} for one in models]
with running(Behaviour(models=models, tells={"/api/ps": {"models": loaded}}), port=${OLLAMA}) as one:
    print(one.address, flush=True)
    for line in sys.stdin:
        print(len(one.asked), flush=True)`;
  const running = spawn(process.env.CITELOOM_PYTHON, ["-c", script, JSON.stringify(models)], {
    env: { ...process.env, PYTHONPATH: TESTS },
    stdio: ["pipe", "pipe", 2],
  });
  const lines = createInterface({ input: running.stdout });
  const address = await firstLine(running, lines);
  const count = async () => {
    running.stdin.write("\n");
    const [line] = await once(lines, "line");
    return Number(line);
  };
  return { address, count, stop: () => running.kill() };
}

/** What a program says first; one that ends instead (its port was taken meanwhile) says nothing. */
async function firstLine(running, lines) {
  const ended = once(running, "exit").then(([status]) => {
    throw new Error(`an endpoint has ended with status ${status}`);
  });
  const [line] = await Promise.race([once(lines, "line"), ended]);
  // It ends at the end of the way, and nobody waits for that.
  ended.catch(() => {});
  return line;
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Keeps full texts of some of the example's references in a data folder, as if fetched. */
export function keepTexts(data) {
  const { status, stderr } = spawnSync(process.env.CITELOOM_PYTHON, ["-m", "kept_texts", data], {
    env: { ...process.env, PYTHONPATH: TESTS },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
}
