// The language models as they are offered to be chosen: the editor's, those on this machine, and
// providers that want a key.
import type { ChosenModel, ModelOffer, Models } from "../answers";

/** What `citeloom.setModel` is told of a model; without a name that has still to be chosen. */
export interface ModelRow {
  readonly label: string;
  readonly icon?: string;
  readonly description: string;
  readonly detail?: string;
  readonly provider: string;
  readonly model: string;
  readonly context?: number;
  /** Whether an address has to be asked for. */
  readonly wantsAddress?: boolean;
  /** Whether it is no choice, but has those looked for again that are here. */
  readonly looksAgain?: boolean;
}

/** A model of VS Code's, as far as it matters here. */
export interface EditorModel {
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
  readonly maxInputTokens: number;
}

export const EDITOR = "editor";
const CUSTOM = "custom";
/** Wants an address of its own. */
const AZURE = "azure";

/** Returns the rows of the picker, the editor's own models first. */
export function modelRows(
  { current, programs, providers }: Models,
  editors: readonly EditorModel[],
): readonly ModelRow[] {
  const inUse = (provider: string, model: string) =>
    current?.provider === provider && current.name === model ? "in use" : "";
  const own = editors.map(({ vendor, id, name, maxInputTokens }) => ({
    label: name || id,
    icon: "sparkle",
    description: notes(
      inUse(EDITOR, `${vendor}/${id}`),
      `${vendor}, in this editor`,
      reads(maxInputTokens),
    ),
    provider: EDITOR,
    model: `${vendor}/${id}`,
    ...(maxInputTokens > 0 && { context: Math.floor(maxInputTokens) }),
  }));
  const here = programs.flatMap(({ provider, title, models }) =>
    models
      .filter((model) => !/embed|rerank/i.test(model))
      .map((model) => ({
        label: model,
        icon: "device-desktop",
        description: notes(inUse(provider, model), `${title}, on this machine`),
        provider,
        model,
      })),
  );
  const rest = providers
    .filter(({ provider }) => provider !== CUSTOM)
    .map(({ provider, title, address }) => ({
      label: `${title}...`,
      icon: "key",
      description: notes(
        current?.provider === provider ? `in use: ${current.name}` : "",
        "with your API key",
      ),
      provider,
      model: "",
      wantsAddress: !address || provider === AZURE,
    }));
  const other: ModelRow = {
    label: "Another Address...",
    icon: "link",
    description: notes(
      current?.provider === CUSTOM ? `in use: ${current.name}` : "",
      "an OpenAI-compatible endpoint",
    ),
    provider: CUSTOM,
    model: "",
    wantsAddress: true,
  };
  const none: ModelRow = {
    label: "A Model on This Machine...",
    icon: "device-desktop",
    description: "none found: start Ollama or LM Studio with a model, then choose this",
    provider: "",
    model: "",
    looksAgain: true,
  };
  return [...own, ...(here.length ? here : [none]), ...rest, other];
}

/** Returns the rows of what a provider offers. */
export function offerRows(
  offers: readonly ModelOffer[],
): readonly { readonly label: string; readonly description: string; readonly offer: ModelOffer }[] {
  return offers.map((offer) => ({
    label: offer.name,
    description: notes(reads(offer.context), price(offer)),
    offer,
  }));
}

/** Returns what is known about a model that was chosen, as a sentence. */
export function chosenWords(chosen: ChosenModel): string {
  const where = chosen.staysHere ? "on this machine" : `at ${chosen.host}`;
  const took = chosen.seconds === null ? "" : `it answered in ${chosen.seconds} s`;
  const known = notes(took, reads(chosen.context), price(chosen)).replaceAll(" · ", ", ");
  const asked = `Citeloom now uses ${chosen.name} ${where}${known ? `: ${known}` : ""}.`;
  return [asked, ...chosen.trial].join(" ");
}

function reads(context: number): string {
  return context > 0 ? `context of ${Math.floor(context).toLocaleString("en-US")} tokens` : "";
}

function price(offer: { readonly inputPrice: number | null; readonly outputPrice: number | null }) {
  const { inputPrice, outputPrice } = offer;
  if (inputPrice === null || outputPrice === null) return "";
  return `${inputPrice} USD per million tokens read, ${outputPrice} USD written`;
}

function notes(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(" · ");
}
