// Cancels what the server is doing; asks what where it does several things.
import type { LanguageClient } from "vscode-languageclient/node";
import type { Status, Work } from "./status";
import { pick } from "./window";

export async function cancel(client: LanguageClient, status: Status): Promise<void> {
  for (const { token } of await chosen(status.working)) {
    await client.sendNotification("window/workDoneProgress/cancel", { token });
  }
}

async function chosen(works: readonly Work[]): Promise<readonly Work[]> {
  if (works.length < 2) return works;
  const items = [
    { label: "All of It", description: "", works },
    ...works.map((work) => ({ label: work.title, description: work.stage, works: [work] })),
  ];
  const title = "Citeloom: What to Cancel";
  return (await pick(items, { title }))?.works ?? [];
}
