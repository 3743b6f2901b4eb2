// How VS Code is told to start the server for agents.
import assert from "node:assert/strict";
import { test } from "node:test";
import { resolved } from "../../src/agents";

const empty = () => ({ command: "citeloom", args: ["mcp"], env: {} });
const nothing = () => undefined;
const environment = { PATH: "/bin", PYTHONPATH: "", GONE: undefined };

test("agents are served by the program that serves the editor, in the open folders", () => {
  const args = ["-I", "-X", "utf8", "-m", "citeloom", "serve"];
  const launch = { command: "/env/bin/python", args, environment, folder: "/storage" };
  assert.deepEqual(resolved(empty(), launch, ["/a paper", "/b"], nothing), {
    command: "/env/bin/python",
    args: ["-I", "-X", "utf8", "-m", "citeloom", "mcp", "/a paper", "/b"],
    env: { PATH: "/bin", PYTHONPATH: "" },
  });
});

test("a program of the user's own is asked by its command", () => {
  const launch = { command: "/bin/citeloom", args: ["serve"], environment, folder: "/storage" };
  assert.deepEqual(resolved(empty(), launch, ["/a"], nothing).args, ["mcp", "/a"]);
});

test("the user's own settings say what of his papers agents are given", () => {
  const launch = { command: "/bin/citeloom", args: ["serve"], environment, folder: "/storage" };
  const args = (given: Record<string, unknown>) =>
    resolved(empty(), launch, ["/a"], (name) => given[name]).args;
  assert.deepEqual(args({ agentLibraries: true }), ["mcp", "--libraries", "/a"]);
  assert.deepEqual(args({ agentLibraries: "yes" }), ["mcp", "/a"]);
});
