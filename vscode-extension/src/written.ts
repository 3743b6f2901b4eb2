// A text waits: the notification with what can be done with it.
import * as vscode from "vscode";
import type { TextWaits } from "./answers";
import { notify } from "./window";

const MORE = "Get abstracts";
const WRITE = "Write related work";

/** Where abstracts are missing the third button brings them: the text can be discarded elsewhere. */
export async function offer(text: TextWaits): Promise<void> {
  const { offer, uri, canInsert, lacksAbstracts, message } = text;
  const last = lacksAbstracts ? MORE : "Discard";
  const buttons = [...(canInsert ? ["Insert"] : []), "Preview", last];
  const chosen = await notify("information", message, ...buttons);
  const { executeCommand } = vscode.commands;
  if (chosen === MORE) {
    await executeCommand("citeloom.abstracts", { uri });
    return;
  }
  if (chosen === "Preview") {
    await executeCommand("citeloom.previewRelatedWork", offer);
  } else if (chosen) {
    await executeCommand(`citeloom.${chosen.toLowerCase()}`, { offer });
  }
}

/** Says that nothing waits to be inserted, shown or discarded. */
export async function sayNothingWaits(): Promise<void> {
  if (await notify("information", "No text is waiting to be inserted.", WRITE)) {
    await vscode.commands.executeCommand("citeloom.writeRelatedWork");
  }
}
