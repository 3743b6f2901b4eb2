// Takes the walkthrough's and the README's pictures from those of the way.
import { copyFileSync, readdirSync } from "node:fs";

const pictures = "../docs/images/vscode";
for (const name of ["open", "hover", "written", "preview", "inserted"]) {
  const found = readdirSync(pictures).find((file) => file.replace(/^\d+-/, "") === `${name}.png`);
  const named = { written: "write", inserted: "insert" }[name] ?? name;
  copyFileSync(`${pictures}/${found}`, `media/walkthrough/${named}.png`);
}
