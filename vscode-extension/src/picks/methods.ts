// The methods as they are offered to be chosen: what each does, needs and takes.
import type { Estimate, Method, Methods } from "../answers";
import { inShort, noticed } from "./cost";

export interface MethodItem {
  readonly label: string;
  readonly icon?: string;
  readonly description: string;
  readonly detail: string;
  /** The value of the setting; undefined where the method cannot be chosen now. */
  readonly value: string | undefined;
  readonly why: string;
  /** The method, where a language model has to be chosen before it can write. */
  readonly needsModel?: string;
}

const NAMES: Readonly<Record<string, string>> = {
  chatcite: "ChatCite",
  ckma: "CKMA",
  lexrank: "LexRank",
  hireview: "HiReview",
  "select-read-write": "Select-Read-Write",
};

export function nameOf(method: string): string {
  return NAMES[method] ?? method.charAt(0).toUpperCase() + method.slice(1);
}

/**
 * Returns the methods to choose from; those that cannot write now come last.
 *
 * `set` is the value of the setting: empty for what the project says.
 */
export function methodItems(
  { methods, default: inUse }: Methods,
  estimates: ReadonlyMap<string, Estimate>,
  set: string,
): readonly MethodItem[] {
  const items = methods.map((method) =>
    item(method, estimates.get(method.name), method.name === set),
  );
  const project: MethodItem = {
    label: "As the Project Says",
    description: set ? "" : `in use: ${nameOf(inUse)}`,
    detail: "What citeloom.toml beside the paper names; else Extractive.",
    value: "",
    why: "",
  };
  const can = items.filter((item) => item.value !== undefined);
  return [project, ...can, ...items.filter((item) => item.value === undefined)];
}

/** The row of a quick pick is one line: what a method takes comes before what it does. */
function item(method: Method, estimate: Estimate | undefined, inUse: boolean): MethodItem {
  const { name, summary, usesModel, canRun, why } = method;
  const needs = usesModel ? takes(estimate) : "nothing leaves this machine";
  const cannot = usesModel ? "a language model has to be chosen first" : why;
  const notes = [inUse ? "in use" : "", canRun ? needs : cannot];
  const missing = canRun && estimate ? noticed(estimate) : "";
  return {
    label: nameOf(name),
    ...(!canRun && { icon: usesModel ? "sparkle" : "circle-slash" }),
    description: notes.filter(Boolean).join(" · "),
    detail:
      canRun || !usesModel
        ? [missing, summary].filter(Boolean).join(" ")
        : `${summary} For this draft: ${takes(estimate)}.`,
    value: canRun ? name : undefined,
    why,
    ...(!canRun && usesModel && { needsModel: name }),
  };
}

function takes(estimate: Estimate | undefined): string {
  if (!estimate) return "asks a language model";
  const { model, host, staysHere } = estimate;
  const who = model ? `, by ${model} ${staysHere ? "on this machine" : `at ${host}`}` : "";
  return `${inShort(estimate)}${who}`;
}
