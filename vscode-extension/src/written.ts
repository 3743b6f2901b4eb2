// A text waits: the notification with what can be done with it.
import * as vscode from "vscode";
import type { TextWaits } from "./answers";
import { notify } from "./window";

export async function offer({ offer, woven, canInsert, message }: TextWaits): Promise<void> {
  const buttons = [...(canInsert ? ["Insert"] : []), "Preview", "Discard"];
  const chosen = await notify("information", message, ...buttons);
  const { executeCommand } = vscode.commands;
  if (chosen === "Preview" && !woven) {
    await executeCommand("citeloom.previewRelatedWork", offer);
  } else if (chosen) {
    await executeCommand(`citeloom.${chosen.toLowerCase()}`, { offer });
  }
}
