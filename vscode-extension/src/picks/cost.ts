// What writing would take, in words.
import type { Estimate } from "../answers";

/** Returns `12 to 40 calls, about 30,000 tokens read and 4,000 written, about 0.05 EUR`. */
export function cost(estimate: Estimate): string {
  const { calls, inputTokens, outputTokens, money, currency } = estimate;
  const number = (one: number) => one.toLocaleString("en-US");
  const words = [
    `${between(calls)} ${calls.most === 1 ? "call" : "calls"}`,
    `about ${number(inputTokens)} tokens read and ${number(outputTokens)} written`,
  ];
  if (money !== null) words.push(`about ${money.toFixed(2)} ${currency}`);
  return words.join(", ");
}

export function between({ least, most }: { least: number; most: number }): string {
  return least === most ? `${least}` : `${least} to ${most}`;
}

/** Returns what would be sent, and to whom. */
export function sent({ draftParts, references, model, host }: Estimate): string {
  const papers = references === 1 ? "1 reference" : `${references} references`;
  const draft = draftParts.length ? `the draft's ${draftParts.join(" and ")}; ` : "";
  return `To ${model} at ${host}: ${draft}title, venue, year and abstract of ${papers}.`;
}
