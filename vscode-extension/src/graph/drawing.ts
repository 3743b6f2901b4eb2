// A laid-out graph as SVG: the same for the page and for a file of its own.
import { escaped } from "../preview/page";
import { type Graph, inWords, linksOf, steps } from "./graph";
import { type Layout, LINE, type PlacedEdge, type PlacedNode } from "./layout";
import type { Name } from "./names";
import { PRINTED } from "./style";

const MARGIN = 24;

/** What is between the tags of the page's drawing. */
export function drawing(graph: Graph, layout: Layout): string {
  const weights = steps(graph);
  const strongest = weights.length > 1 ? Math.max(...weights) : 0;
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  const edges = layout.edges.map((edge, number) => edgeAs(edge, number, strongest));
  const nodes = layout.nodes.map((node, number) =>
    nodeAs(node, number, graph, labels, layout.isSmall),
  );
  return `<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11"
markerHeight="11" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 9 5 0 9z"/></marker></defs>
<g class="world${layout.isSmall ? " small" : ""}"><g class="edges" aria-hidden="true">${edges.join("")}</g>
<g class="nodes">${nodes.join("")}</g></g><g class="names" aria-hidden="true"></g>`;
}

/** A file of its own, in colours for paper; `least` is the weight of the weakest link shown. */
export function svgFile(graph: Graph, layout: Layout, least: number): string {
  const { x, y, width, height } = layout.box;
  const box = [x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(Math.round);
  const edges = layout.edges.filter(({ edge }) => edge.weight >= least);
  const inside = drawing(graph, { ...layout, edges }).replace(/ (role|tabindex)="[^"]*"/g, "");
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2]}" height="${box[3]}">
<title>${escaped(graph.title)}</title><style>${PRINTED}</style>
<rect class="sheet" x="${box[0]}" y="${box[1]}" width="${box[2]}" height="${box[3]}"/>
${inside}</svg>
`;
}

/** What a screen reader says of a node. */
export function spoken({ node }: PlacedNode, graph: Graph, labels: ReadonlyMap<string, string>) {
  const links = linksOf(graph).filter(({ start, end }) => start === node.id || end === node.id);
  const said = links.slice(0, 8).map((link) => inWords(link, node.id, labels));
  const more = links.length > said.length ? `; and ${links.length - said.length} more` : "";
  const count = `${links.length} link${links.length === 1 ? "" : "s"}`;
  const detail = node.detail && `, ${node.detail}`;
  return `${node.label}${detail}. ${count}${said.length ? `: ${said.join("; ")}${more}` : ""}`;
}

/** A name seen from afar. */
export function nameAs({ text, x, y, width }: Name, kind: string): string {
  return `<g class="name ${kind}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><rect
 x="${-width / 2}" y="-12" width="${width}" height="24" rx="3"/><text dy=".35em">${escaped(text)}</text></g>`;
}

function nodeAs(
  placed: PlacedNode,
  number: number,
  graph: Graph,
  labels: ReadonlyMap<string, string>,
  isSmall: boolean,
): string {
  const { node, lines, x, y, width, height } = placed;
  const hasDetail = node.kind === "term" && node.detail && !isSmall;
  const all = hasDetail ? [...lines, node.detail] : lines;
  const first = -((all.length - 1) * LINE) / 2;
  const texts = all.map((line, at) => {
    const kind = at >= lines.length ? ' class="type"' : "";
    return `<text${kind} y="${first + at * LINE}" dy=".35em">${escaped(line)}</text>`;
  });
  const round = node.kind === "paper" ? 2 : node.kind === "term" ? 9 : height / 2;
  const type =
    node.kind === "term" ? ` type-${node.detail.toLowerCase().replace(/[^a-z]+/g, "-")}` : "";
  return `<g class="node ${node.kind}${type}" data-node="${number}" role="button" tabindex="-1"
 aria-label="${escaped(spoken(placed, graph, labels))}" transform="translate(${x} ${y})"><rect
 x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="${round}"/>${texts.join("")}</g>`;
}

function edgeAs({ edge, points, label }: PlacedEdge, number: number, strongest: number): string {
  const [start, by, end] = points;
  const width = strongest ? 1 + (2.5 * edge.weight) / strongest : 1.5;
  const arrow = edge.directed ? ' marker-end="url(#arrow)"' : "";
  const path = `M${start.x} ${start.y}Q${by.x} ${by.y} ${end.x} ${end.y}`;
  const text = label
    ? `<text x="${label.x}" y="${label.y}" dy=".35em">${escaped(edge.label)}</text>`
    : "";
  return `<g class="edge" data-edge="${number}"><path d="${path}" stroke-width="${width.toFixed(1)}"${arrow}/>${text}</g>`;
}
