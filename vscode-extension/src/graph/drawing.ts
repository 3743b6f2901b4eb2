// A graph as SVG: rows of names, and beside them the links as arcs.
import { escaped } from "../preview/page";
import { type Edge, type Graph, inWords, linksOf, type Node, steps } from "./graph";
import { INDENT, linesOf, ROW, type Row, rowsOf } from "./rows";

const MARGIN = 16;
/** About the width of a letter. */
const LETTER = 7;
const LONGEST = 90;
/** A label that never hides another one. */
const SHORT = 3;

/** Returns the drawing of a graph, and its size. */
export function drawing(graph: Graph): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const rows = rowsOf(graph);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  const left = MARGIN + Math.min(200, 40 + 4 * rows.length);
  const xOf = ({ depth }: Row) => left + depth * INDENT;
  const widest = Math.max(0, ...graph.nodes.map((node) => LETTER * textOf(node).join("  ").length));
  const strongest = steps(graph).length > 1 ? Math.max(...steps(graph)) : 0;
  const edges = linesOf(graph, rows).map(({ edge, from, to }, number) => {
    const [x, y] = [xOf(rows[to] as Row) - 8, yOf(to)];
    const isNested = nodes.get(edge.end)?.inside === edge.start;
    const reach = (left - MARGIN) * 1.3 * Math.sqrt(Math.abs(to - from) / rows.length);
    const path = isNested
      ? `M${xOf(rows[from] as Row) + 4} ${yOf(from) + 11}V${y}H${x}`
      : `M${x} ${yOf(from)}C${x - reach} ${yOf(from)} ${x - reach} ${y} ${x} ${y}`;
    const place = `x="${(x - 0.75 * reach).toFixed(1)}" y="${(yOf(from) + y) / 2}"`;
    return edgeAs(edge, number, path, place, strongest);
  });
  const shown = rows.map((row, number) => {
    const node = nodes.get(row.id) as Node;
    return nodeAs(node, number, xOf(row), widest + 16, spoken(node, graph, labels));
  });
  const deepest = Math.max(0, ...rows.map(({ depth }) => depth));
  return {
    width: Math.round(left + deepest * INDENT + widest + 2 * MARGIN),
    height: rows.length * ROW + 2 * MARGIN,
    svg: `<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9"
markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1 9 5 0 9z"/></marker></defs>
<g class="world"><g class="edges" aria-hidden="true">${edges.join("")}</g><g class="nodes">${shown.join("")}</g></g>`,
  };
}

/** What a screen reader says of a node. */
export function spoken(node: Node, graph: Graph, labels: ReadonlyMap<string, string>): string {
  const links = linksOf(graph).filter(({ start, end }) => start === node.id || end === node.id);
  const said = links.slice(0, 8).map((link) => inWords(link, node.id, labels));
  const more = links.length > said.length ? `; and ${links.length - said.length} more` : "";
  const count = `${links.length} link${links.length === 1 ? "" : "s"}`;
  const detail = node.detail && `, ${node.detail}`;
  return `${node.label}${detail}. ${count}${said.length ? `: ${said.join("; ")}${more}` : ""}`;
}

function yOf(row: number): number {
  return MARGIN + (row + 0.5) * ROW;
}

/** Its label, and what more is said of it as far as a row has room. */
function textOf({ label, detail }: Node): readonly string[] {
  return [label, detail].filter(Boolean).map((text) => {
    const signs = [...text];
    return signs.length > LONGEST
      ? `${signs
          .slice(0, LONGEST - 1)
          .join("")
          .trim()}…`
      : text;
  });
}

function nodeAs(node: Node, number: number, x: number, width: number, said: string): string {
  const [label = "", detail = ""] = textOf(node);
  const type =
    node.kind === "term" ? ` type-${node.detail.toLowerCase().replace(/[^a-z]+/g, "-")}` : "";
  return `<g class="node ${node.kind}${type}" data-node="${number}" role="button" tabindex="-1"
 aria-label="${escaped(said)}" transform="translate(${x} ${yOf(number)})"><rect x="-4" y="-11" width="${width}"
 height="22" rx="3"/><text x="4" dy=".35em">${escaped(label)}<tspan class="detail" dx="10">${escaped(detail)}</tspan></text></g>`;
}

function edgeAs(edge: Edge, number: number, path: string, place: string, strongest: number) {
  const width = strongest ? 1 + (2.5 * edge.weight) / strongest : 1.5;
  const arrow = edge.directed ? ' marker-end="url(#arrow)"' : "";
  const isShort = edge.label.length <= SHORT;
  const label = edge.label
    ? `<text${isShort ? ' class="short"' : ""} ${place} dy=".35em">${escaped(edge.label)}</text>`
    : "";
  return `<g class="edge" data-edge="${number}"><path d="${path}" stroke-width="${width.toFixed(1)}"${arrow}/>${label}</g>`;
}
