// The preview as a page: it holds no script of its own and nothing from the network.
import { type Offered, type Paragraph, paragraphsOf, type Sentence, uncitedOf } from "./offer";

export interface Frame {
  /** Of this page alone; style and script without it do not run. */
  readonly nonce: string;
  readonly script: string;
}

/** Returns the page for the versions of a text that waits. */
export function page(versions: readonly Offered[], { nonce, script }: Frame): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Related work</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<p class="note">Nothing of this is in your draft yet. Point at a sentence to see where it comes
from; click to go there.</p>
<main>${versions.map((one) => versionAs(one, versions.length)).join("")}</main>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}

/** The page when nothing waits any more. */
export function emptyPage(): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';"><title>Related work</title>
</head><body><p>No written text waits. Write related work first.</p></body></html>`;
}

function versionAs(version: Offered, of: number): string {
  const heading = of > 1 ? `Version ${version.version + 1}` : "Related work";
  const uncited = uncitedOf(version);
  const missing = uncited.length
    ? `<h2>Not cited</h2><ul>${uncited.map((key) => `<li>${keyAs(key)}</li>`).join("")}</ul>`
    : "";
  return `<article aria-label="${heading}">
<header><h1>${heading}</h1><p>${escaped(version.title)}</p>
<button class="insert" data-version="${version.version}">Insert into the draft</button></header>
${paragraphsOf(version).map(paragraphAs).join("")}${missing}</article>`;
}

function paragraphAs({ topic, sentences }: Paragraph): string {
  const heading = topic ? `<h2>${escaped(topic)}</h2>` : "";
  return `${heading}<div class="paragraph">${sentences.map(sentenceAs).join(" ")}</div>`;
}

function sentenceAs({ text, cites, evidence }: Sentence): string {
  const quoted = evidence
    .map((one) => `<li>${keyAs(one.key, one.sentence)} <q>${escaped(one.sentence)}</q></li>`)
    .join("");
  const known = new Set(evidence.map((one) => one.key));
  const others = cites
    .filter((key) => !known.has(key))
    .map((key) => `<li>${keyAs(key)}</li>`)
    .join("");
  if (!quoted && !others) return `<span>${escaped(text)}</span>`;
  const first = evidence[0] ?? { key: cites[0] ?? "", sentence: "" };
  const goes = `data-key="${escaped(first.key)}" data-sentence="${escaped(first.sentence)}"`;
  return (
    `<span class="sentence"><span class="text" role="link" tabindex="0" ${goes}>` +
    `${escaped(text)}</span><span class="sources"><ul>${quoted}${others}</ul></span></span>`
  );
}

function keyAs(key: string, sentence = ""): string {
  const goes = `data-key="${escaped(key)}" data-sentence="${escaped(sentence)}"`;
  return `<button class="key" ${goes}>${escaped(key)}</button>`;
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const STYLE = `
body { max-width: 110rem; padding: 0 1.5rem 3rem; line-height: 1.6; }
main { display: flex; gap: 2.5rem; flex-wrap: wrap; }
article { flex: 1 1 24rem; max-width: 48rem; }
.paragraph { margin: 1rem 0; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; }
.note, header p { color: var(--vscode-descriptionForeground); }
.sentence { position: relative; }
.text { cursor: pointer; border-radius: 2px; }
.sentence:hover .text, .text:focus {
  background: var(--vscode-editor-hoverHighlightBackground); outline: none;
  text-decoration: underline dotted;
}
.sources {
  display: none; position: absolute; z-index: 1; left: 0; top: 100%; width: min(34rem, 80vw);
  padding: .4rem .8rem; color: var(--vscode-editorHoverWidget-foreground);
  background: var(--vscode-editorHoverWidget-background);
  border: 1px solid var(--vscode-editorHoverWidget-border, var(--vscode-contrastBorder));
}
.sentence:hover .sources, .sentence:focus-within .sources { display: block; }
.sources ul { margin: 0; padding-left: 1rem; }
.key {
  border: 0; padding: 0; background: none; color: var(--vscode-textLink-foreground);
  font: inherit; cursor: pointer;
}
.key:focus { outline: 1px solid var(--vscode-focusBorder); }
.insert {
  border: 1px solid var(--vscode-button-border, transparent); padding: .4rem 1rem; cursor: pointer;
  color: var(--vscode-button-foreground); background: var(--vscode-button-background);
}
.insert:hover { background: var(--vscode-button-hoverBackground); }
`;
