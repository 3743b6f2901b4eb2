// Runs inside the extension host of a real VS Code; which tests depends on who else is there.
const path = require("node:path");
const Mocha = require("mocha");
const vscode = require("vscode");

exports.run = () =>
  new Promise((resolve, reject) => {
    const others = ["efoerster.texlab", "James-Yu.latex-workshop"];
    const beside = others.some((id) => vscode.extensions.getExtension(id));
    const mocha = new Mocha({ ui: "tdd", timeout: 300_000, color: false, reporter: "spec" });
    mocha.addFile(path.join(__dirname, beside ? "beside.cjs" : "suite.cjs"));
    mocha.run((failures) => (failures ? reject(new Error(`${failures} failed`)) : resolve()));
  });
