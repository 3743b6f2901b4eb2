// What writing would take, in words.
import type { Estimate } from "../answers";

/** Returns `about 12 calls, about 34,000 tokens, about 0.05 EUR, 2 to 9 min`. */
export function inShort(estimate: Estimate): string {
  const tokens = `about ${number(estimate.inputTokens + estimate.outputTokens)} tokens`;
  return [callsOf(estimate), tokens, moneyOf(estimate), timeOf(estimate)]
    .filter(Boolean)
    .join(", ");
}

/** Returns `1 call, 13–86 s`, as a button has it. */
export function callsAndTime({ calls, seconds }: Estimate): string {
  const count = counted(calls);
  if (!seconds) return count;
  const [least, most] = [duration(seconds.least), duration(seconds.most)];
  const both = least.replace(/ s$/, "");
  return `${count}, ${least === most ? `about ${least}` : `${most.endsWith(" s") ? both : least}–${most}`}`;
}

function callsOf({ calls }: Estimate): string {
  return `about ${counted(calls)}`;
}

function counted(calls: number): string {
  return `${calls} ${calls === 1 ? "call" : "calls"}`;
}

function moneyOf({ money, currency }: Estimate): string {
  return money === null ? "" : `about ${money.toFixed(2)} ${currency}`;
}

function timeOf({ seconds }: Estimate): string {
  if (!seconds) {
    return "";
  }
  const [least, most] = [duration(seconds.least), duration(seconds.most)];
  return least === most ? `about ${least}` : `${least} to ${most}`;
}

/** Returns `40 s`, `12 min` or `1 h 20 min`. */
export function duration(seconds: number): string {
  if (seconds < 100) {
    return `${seconds} s`;
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** An estimate's number to two places that count. */
function number(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString("en-US");
}

/** Returns what to know before a run, as sentences; empty where there is nothing. */
export function noticed({ notices = [] }: Estimate): string {
  return notices.map((notice) => `${notice.charAt(0).toUpperCase()}${notice.slice(1)}.`).join(" ");
}
