// Which other LaTeX extensions are there.
import * as vscode from "vscode";
import type { Others } from "./settings";

export function otherExtensions(): Others {
  const has = (id: string) => vscode.extensions.getExtension(id) !== undefined;
  return {
    texlab: has("efoerster.texlab"),
    latexWorkshop: has("James-Yu.latex-workshop"),
  };
}
