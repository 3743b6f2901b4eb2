// The preview as a page: it holds no script of its own and nothing from the network.
import type { Citation, Evidence, Offered, Paragraph, Sentence } from "../answers";
import { STYLE } from "./style";

/** Behind a sentence that holds something that its papers do not say: no colour alone tells it. */
const SIGN = "⚠";

export interface Frame {
  /** Of this page alone; style and script without it do not run. */
  readonly nonce: string;
  readonly script: string;
}

/** Of the papers that a text is about. */
type Keys = ReadonlySet<string>;

/** Returns the page for the versions of a text that waits. */
export function page(versions: readonly Offered[], { nonce, script }: Frame): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';`;
  const notes = versions[0]?.notes ?? [];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Related work</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<p class="note">Nothing of this is in your draft yet. Point at a sentence, or reach it by Tab, to
see its source; click or press Enter to go there.</p>
${notes.map((note) => `<p class="warning" role="note">${escaped(note)}</p>`).join("")}
<main>${versions.map((version) => versionAs(version, versions.length)).join("")}</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** The section and the file that a text is for: `Related Work (related.tex)`. */
export function placeOf({ section, file }: Offered): string {
  return `${section || "Related work"}${file ? ` (${file})` : ""}`;
}

function versionAs(version: Offered, of: number): string {
  const place = placeOf(version);
  const heading = of > 1 ? `Version ${version.version + 1}: ${place}` : place;
  return `<article aria-label="${escaped(heading)}">
<header><h1>${escaped(heading)}</h1><p>${escaped(version.title)}</p>
<button class="insert" data-version="${version.version}">Insert into the draft</button>
${version.replaces ? `<button class="insert other" data-changes="${version.version}">Show changes</button>` : ""}</header>
${paragraphsAs(version)}
${uncitedAs(version)}${version.foot ? `<footer>${escaped(version.foot)}</footer>` : ""}</article>`;
}

function uncitedAs({ uncited, references }: Offered): string {
  if (!uncited.length) return "";
  const of = new Map(references.map((reference) => [reference.key, reference]));
  const items = uncited.map((key) => {
    const paper = of.get(key);
    const why = paper && !paper.hasAbstract ? " (no abstract was found)" : "";
    return `<li>${keyAs(key)} ${escaped(paper?.title ?? "")}${why}</li>`;
  });
  return `<section class="uncited"><h2>Not cited</h2><ul>${items.join("")}</ul></section>`;
}

function paragraphsAs({ version, paragraphs, references }: Offered): string {
  const known = new Set(references.map(({ key }) => key));
  return paragraphs
    .map((paragraph, number) => paragraphAs(paragraph, `${version}-${number}`, known))
    .join("");
}

function paragraphAs({ topic, sentences }: Paragraph, id: string, known: Keys): string {
  const heading = topic ? `<h2>${escaped(topic)}</h2>` : "";
  const doubtful = sentences.filter(({ doubts }) => doubts?.length);
  const shown = sentences.map((sentence, number) => {
    const mark = doubtful.length ? doubtful.indexOf(sentence) + 1 : 0;
    return sentenceAs(sentence, `s${id}-${number}`, mark, known);
  });
  return `${heading}<div class="paragraph">${shown.join(" ")}</div>${doubtsAs(doubtful, known)}`;
}

/** What the papers of a paragraph's sentences do not say, by the numbers that stand behind these. */
function doubtsAs(doubtful: readonly Sentence[], known: Keys): string {
  if (!doubtful.length) return "";
  const items = doubtful.map(
    (sentence, at) => `<li>${SIGN} ${at + 1} To be checked: ${reasonsOf(sentence, known)}</li>`,
  );
  return `<ul class="doubts" aria-label="To be checked">${items.join("")}</ul>`;
}

/** Why a sentence is to be checked; the papers that a reason names can be gone to. */
function reasonsOf({ doubts = [], text, cites }: Sentence, known: Keys): string {
  const reasons = doubts.map(({ reason, start, end }) => {
    const words = text.slice(start, end);
    const isTold = words.length >= text.trimEnd().length || reason.includes(words);
    const parts = reason.split(/'([^'\s]+)'/).map((part, at) => {
      if (at % 2 === 0) return escaped(part);
      return known.has(part) || cites.includes(part) ? keyAs(part) : escaped(`'${part}'`);
    });
    return `${isTold ? "" : `<q>${escaped(words)}</q>: `}${parts.join("")}`;
  });
  return reasons.join("; ");
}

function sentenceAs(sentence: Sentence, id: string, mark: number, known: Keys): string {
  const { cites, evidence } = sentence;
  const words = sentence.parts.map((part) => partAs(part, evidence)).join("");
  const sign = `<sup role="img" aria-label="to be checked, ${mark} below">${SIGN}${mark}</sup>`;
  const text = mark ? `<span class="doubtful">${words}</span>${sign}` : words;
  const quotes = new Set(evidence.map((source) => source.key));
  const quoted = evidence.map(evidenceAs);
  const others = cites.filter((key) => !quotes.has(key)).map((key) => `<li>${keyAs(key)}</li>`);
  const sources = [...quoted, ...others].join("");
  if (!sources) return `<span class="plain">${text}</span>`;
  const why = mark ? `<p class="why">${SIGN} To be checked: ${reasonsOf(sentence, known)}</p>` : "";
  const first = evidence.find((source) => source.key) ?? { key: cites[0] ?? "", sentence: "" };
  const goes = first.key ? `role="link" ${goesTo(first.key, first.sentence)}` : "";
  return (
    `<span class="sentence"><span class="text" tabindex="0" aria-describedby="${id}" ${goes}>` +
    `${text}</span><span class="sources" id="${id}">${why}<ul>${sources}</ul></span></span>`
  );
}

/** A citation goes to its own paper: to the sentence that stands behind it, if one does. */
function partAs(part: string | Citation, evidence: readonly Evidence[]): string {
  if (typeof part === "string") return escaped(part);
  const keys = part.cites.map((key) => {
    const sentence = evidence.find((source) => source.key === key)?.sentence ?? "";
    return `<span class="cite" ${goesTo(key, sentence)}>${escaped(key)}</span>`;
  });
  return `${escaped(part.names)}${keys.length ? ` [${keys.join(", ")}]` : ""}`;
}

function evidenceAs({ key, source, sentence, by }: Evidence): string {
  const whose = key ? keyAs(key, sentence) : "your draft";
  const text = by ? `said about it by ${keyAs(by, sentence)}` : escaped(source);
  return `<li>${whose}, ${text}: <q>${escaped(sentence)}</q></li>`;
}

function keyAs(key: string, sentence = ""): string {
  return `<button class="key" ${goesTo(key, sentence)}>${escaped(key)}</button>`;
}

function goesTo(key: string, sentence: string): string {
  return `data-key="${literal(key)}" data-sentence="${literal(sentence)}"`;
}

/** A text to be read: nothing in it is markup, or turns the direction of what stands behind it. */
export function escaped(text: string): string {
  return literal(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ""));
}

function literal(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
