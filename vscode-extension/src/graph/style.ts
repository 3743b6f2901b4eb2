// How a graph looks, in the editor's colours.

const SHAPES = `
.node text { font-size: 13px; }
.detail { font-size: 12px; }
.topic text { font-weight: 600; }
.edge path { fill: none; }
.edge text { text-anchor: middle; font-size: 11px; paint-order: stroke; stroke-width: 4px;
  stroke-linejoin: round; }
`;

export const STYLE = `
:root { --line: color-mix(in srgb, var(--vscode-editor-foreground) 50%,
  var(--vscode-editor-background)); }
[hidden] { display: none !important; }
.vscode-high-contrast, .vscode-high-contrast-light { --line: var(--vscode-editor-foreground); }
body { position: fixed; inset: 0; margin: 0; padding: 0; display: grid; overflow: hidden;
  grid-template: auto 1fr / 1fr minmax(12rem, 17rem); color: var(--vscode-editor-foreground); }
header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center;
  padding: .4rem .8rem; border-bottom: 1px solid
  var(--vscode-panel-border, var(--vscode-contrastBorder)); }
header .right { margin-left: auto; display: flex; gap: .3rem; }
label { display: flex; gap: .4rem; align-items: center; }
output { min-width: 8.5rem; color: var(--vscode-descriptionForeground); }
select { font: inherit; color: var(--vscode-input-foreground);
  background: var(--vscode-input-background); padding: .15rem .3rem; max-width: min(100%, 30rem);
  border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent)); }
input[type=range] { accent-color: var(--vscode-focusBorder); width: 7rem; }
button { font: inherit; cursor: pointer; color: var(--vscode-button-secondaryForeground);
  background: var(--vscode-button-secondaryBackground); padding: .15rem .6rem;
  border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); }
button:hover { background: var(--vscode-button-secondaryHoverBackground); }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
main { overflow: hidden auto; min-height: 0; }
svg { display: block; width: 100%; }
aside { overflow: auto; padding: .2rem .8rem 2rem; line-height: 1.5; overflow-wrap: anywhere;
  border-left: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder)); }
aside h2 { font-size: 1.1rem; margin: .6rem 0 .2rem; }
aside h3 { font-size: 1rem; margin: .8rem 0 .2rem; }
aside p { margin: .2rem 0; }
aside ul { margin: 0; padding: 0; list-style: none; }
aside li { margin: .25rem 0; }
aside .link, aside .key { border: 0; padding: 0; background: none; text-align: left;
  color: var(--vscode-textLink-foreground); }
aside .key { font-family: var(--vscode-editor-font-family); }
.hint { color: var(--vscode-descriptionForeground); }
@media (max-width: 640px) { body { grid-template: auto 1fr minmax(0, 35%) / 1fr; }
  aside { border-left: 0; border-top: 1px solid var(--vscode-panel-border); } }
${SHAPES}
svg text { font-family: var(--vscode-font-family); fill: var(--vscode-editor-foreground); }
.node { cursor: pointer; outline: none; }
.node rect { fill: transparent; }
.node:hover rect { fill: var(--vscode-list-hoverBackground); }
.node .detail { fill: var(--vscode-descriptionForeground); }
.type-task text { fill: var(--vscode-symbolIcon-classForeground, var(--vscode-charts-orange)); }
.type-method text { fill: var(--vscode-charts-blue); }
.type-metric text { fill: var(--vscode-charts-green); }
.type-material text { fill: var(--vscode-charts-purple); }
.edge path { stroke: var(--line); }
.edge text { fill: var(--vscode-descriptionForeground); stroke: var(--vscode-editor-background); }
.edge text:not(.short), .hidden { display: none; }
.edge.near:not(.hidden) text { display: inline; }
#arrow path { fill: var(--line); stroke: none; }
.chosen .node, .chosen .edge { opacity: .4; }
.vscode-high-contrast .chosen .node, .vscode-high-contrast .chosen .edge,
.vscode-high-contrast-light .chosen .node, .vscode-high-contrast-light .chosen .edge {
  opacity: .55; }
.world.chosen .near { opacity: 1; }
.edge.near path { stroke: var(--vscode-editor-foreground); }
.node.current rect { stroke: var(--vscode-focusBorder); stroke-width: 1.5; }
.node:focus-visible rect { stroke: var(--vscode-focusBorder); stroke-width: 2.5; }
`;
