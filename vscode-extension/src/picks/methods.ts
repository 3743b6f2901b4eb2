// The ways to write as they are offered to be chosen: three, and behind them all methods.
import type { Estimate, Method, Methods } from "../answers";
import { inShort, noticed } from "./cost";

export interface MethodItem {
  readonly label: string;
  readonly icon?: string;
  readonly description?: string;
  readonly detail?: string;
  /** What parts the rows: it is shown once, and is no choice. */
  readonly isHeading?: boolean;
  /** Whether it is no choice, but shows all methods. */
  readonly isMore?: boolean;
  /** The value of the setting: empty for the project's own. */
  readonly value?: string;
  /** Whether a language model has to be chosen before it can write. */
  readonly needsModel?: boolean;
  /** Why it cannot write now; empty where it can. */
  readonly why?: string;
  /** What it takes for this draft. */
  readonly takes?: string;
}

/** The method that asks no model. */
export const QUICK = "extractive";

const NAMES: Readonly<Record<string, string>> = {
  chatcite: "ChatCite",
  ckma: "CKMA",
  hireview: "HiReview",
  "select-read-write": "Select-Read-Write",
};

export function nameOf(method: string): string {
  return NAMES[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
}

/** Returns the three ways to write; `set` is the value of the setting: empty for the project's. */
export function wayItems(found: Methods, set: string): readonly MethodItem[] {
  const { methods, ways } = found;
  const current = set || found.default;
  const named = (name: string) => methods.find((method) => method.name === name);
  const row = (label: string, value: string, takes: string, detail = "") => {
    return { label, description: notes(current === value, takes), detail, value, takes };
  };
  const asking = (name: string, label: (model: string) => string, detail: string) => {
    const estimate = named(name)?.estimate;
    const does = `${nameOf(name)}. ${detail}`;
    return estimate ? [row(label(estimate.model), name, inShort(estimate), does)] : [];
  };
  const quick = named(QUICK);
  const missing = quick?.estimate ? noticed(quick.estimate) : "";
  const byModel = asking(ways.model, (model) => `With ${model}`, ways.why);
  const rows: MethodItem[] = [
    ...(missing ? [{ label: missing, isHeading: true }] : []),
    row("Quick", QUICK, "no model, seconds", quick?.summary),
    ...(byModel.length ? byModel : [withoutModel(methods)]),
    ...asking(ways.thorough, () => "Thorough", named(ways.thorough)?.summary ?? ""),
  ];
  const other = rows.some(({ value }) => value === current) ? "" : `in use: ${nameOf(current)}`;
  return [...rows, { label: "More methods…", description: other, isMore: true }];
}

/** The row in place of that by a model: one has to be chosen, or cannot be asked now. */
function withoutModel(methods: readonly Method[]): MethodItem {
  const asking = methods.filter(({ usesModel }) => usesModel);
  const canRun = asking.some((method) => method.canRun);
  return {
    label: "With a Language Model…",
    icon: "sparkle",
    description: canRun ? "" : "choose one first",
    detail: "Your model writes from the abstracts, each sentence with its sources.",
    ...(canRun ? { isMore: true } : { needsModel: true }),
  };
}

/** Returns all methods, those without a model first, and the project's own choice. */
export function methodItems(found: Methods, set: string): readonly MethodItem[] {
  // What every method lacks was said above the three ways.
  const said = found.methods.find(({ name }) => name === QUICK)?.estimate?.notices ?? [];
  const items = found.methods.map((method) => item(method, method.name === set, said));
  const project: MethodItem = {
    label: "The Paper's Own Choice",
    description: "The method in the draft's citeloom.toml; otherwise Extractive.",
    detail: set ? "" : `in use: ${nameOf(found.default)}`,
    value: "",
  };
  return [...items, project];
}

/** A row says what a method does, then what it takes and needs. */
function item(method: Method, isSet: boolean, said: readonly string[]): MethodItem {
  const { name, summary, usesModel, canRun, why, estimate } = method;
  const takes = usesModel ? asked(estimate) : "no model, nothing leaves this machine";
  const missing = (estimate?.notices ?? []).filter((notice) => !said.includes(notice)).join("; ");
  const need = canRun ? "" : usesModel ? "needs a model, which you choose next" : why;
  return {
    label: nameOf(name),
    description: summary,
    detail: notes(isSet, takes, need, missing),
    value: name,
    takes,
    ...(!canRun && { icon: usesModel ? "sparkle" : "circle-slash" }),
    ...(!canRun && (usesModel ? { needsModel: true } : { why })),
  };
}

function asked(estimate: Estimate | null): string {
  if (!estimate) return "asks a language model";
  const { model, host, staysHere } = estimate;
  const who = model ? `, by ${model} ${staysHere ? "on this machine" : `at ${host}`}` : "";
  return `${inShort(estimate)}${who}`;
}

function notes(isSet: boolean, ...parts: readonly string[]): string {
  return [isSet ? "in use" : "", ...parts].filter(Boolean).join(" · ");
}
