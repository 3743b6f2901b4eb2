// Bundles the extension and the scripts of its webviews; with --tests the unit tests, with --wheel
// the server.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

const node = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  logLevel: "warning",
};
await build({
  ...node,
  entryPoints: ["src/extension.ts", "src/newClient.ts"],
  external: ["vscode", "./newClient"],
  mainFields: ["module", "main"],
  minify: true,
  outdir: "dist",
  supported: { "dynamic-import": false },
});
await build({
  bundle: true,
  platform: "browser",
  format: "iife",
  target: "es2022",
  minify: true,
  entryPoints: { preview: "src/preview/view.ts", graph: "src/graph/view.ts" },
  outdir: "dist",
});
if (process.argv.includes("--tests")) {
  const tests = readdirSync("test/unit").filter((name) => name.endsWith(".test.ts"));
  await build({
    ...node,
    entryPoints: tests.map((name) => `test/unit/${name}`),
    sourcemap: "inline",
    outdir: "build/unit",
    alias: { vscode: "./test/unit/vscode.ts" },
    outExtension: { ".js": ".cjs" },
  });
}
if (process.argv.includes("--wheel")) {
  for (const name of readdirSync("bundled")) if (name.endsWith(".whl")) rmSync(`bundled/${name}`);
  // Built by what PYTHON has: its version is held, and the wheel is the same to the byte.
  const wheel = ["-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"];
  wheel.push("--no-deps", "--no-build-isolation");
  const { status } = spawnSync(process.env.PYTHON ?? "python3", [...wheel, "-w", "bundled", ".."], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
}
