// Runs inside the extension host of a real VS Code; which tests depends on who else is there.
const path = require("node:path");
const Mocha = require("mocha");
const vscode = require("vscode");

exports.run = () =>
  new Promise((resolve, reject) => {
    const others = ["efoerster.texlab", "James-Yu.latex-workshop"];
    const beside = others.some((id) => vscode.extensions.getExtension(id));
    const mocha = new Mocha({ ui: "tdd", timeout: 180_000, color: false, reporter });
    mocha.addFile(path.join(__dirname, beside ? "beside.cjs" : "suite.cjs"));
    mocha.run((failures) => (failures ? reject(new Error(`${failures} failed`)) : resolve()));
  });

/** Each line has our mark: VS Code logs to the same place. */
function reporter(runner) {
  const say = (what, { title }, more = "") => console.log(`[citeloom] ${what} ${title}${more}`);
  runner.on("pass", (test) => say("passed", test));
  runner.on("fail", (test, error) => say("FAILED", test, `\n${error.stack}`));
}
