// Graphs as a page: its script draws them; it holds nothing from the network.
import { escaped, type Frame } from "../preview/page";
import type { Shown } from "./graph";
import { STYLE } from "./style";

/** Returns the page; the graph with the number `first` is drawn when it opens. */
export function page(graphs: readonly Shown[], { nonce, script }: Frame): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';`;
  // Within a script no text may look like a tag.
  const data = JSON.stringify(graphs).replace(/</g, "\\u003c");
  const choices = graphs.map(
    ({ of, graph }, number) =>
      `<option value="${number}">${escaped(`${graph.title} (${of})`)}</option>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Graph</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body data-page="${nonce}">
<header>
<select id="graph" aria-label="Graph">${choices.join("")}</select>
<label id="strength" title="Move left to show weak links too">Links <input id="least" type="range" min="0" step="1"
 aria-label="Hide weak links"><output id="count" for="least"></output></label>
<span class="right"><button id="outline" hidden
 title="Move, rename, merge, split or leave out topics as a text, then write again">Edit outline</button></span>
</header>
<main><svg id="drawing" role="application" tabindex="-1"></svg></main>
<aside><p id="part" class="hint"></p><div id="chosen"></div></aside>
<script id="data" type="application/json" nonce="${nonce}">${data}</script>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>`;
}
