import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { run } from "../../src/server/running";

const EVIL = "one\rforged [error] two\u2028three\u001b[2Jfour\u202efive\r\nsix\n";

test("what a program says has one line in the log for each of its own, which nothing ends", async () => {
  const told: string[] = [];
  const script = `process.stdout.write(${JSON.stringify(EVIL)});`;
  const outcome = await run(process.execPath, ["-e", script], {
    folder: tmpdir(),
    environment: process.env,
    log: (line) => told.push(line),
  });
  assert.equal(outcome.output, EVIL, "what is read of it stays as it is");
  const [, ...lines] = told;
  assert.equal(lines.join(" "), "one forged [error] two three [2Jfour five six");
  assert.doesNotMatch(lines.join(""), /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
});
