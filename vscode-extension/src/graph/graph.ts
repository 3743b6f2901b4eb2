// A graph as the server tells it, in the form of docs/json.md.

import { onOneLine } from "../shown";

export interface Node {
  readonly id: string;
  readonly label: string;
  readonly kind: "term" | "paper" | "topic";
  readonly detail: string;
  readonly keys: readonly string[];
  readonly inside: string | null;
}

export interface Edge {
  readonly start: string;
  readonly end: string;
  readonly label: string;
  readonly detail: string;
  readonly weight: number;
  readonly directed: boolean;
}

export interface Graph {
  readonly kind: string;
  readonly title: string;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

/** A graph, and which text it is of. */
export interface Shown {
  readonly of: string;
  /** The text's name, where it waits and follows a taxonomy: its outline can be edited. */
  readonly outline?: string;
  readonly graph: Graph;
}

/** Returns all links of a graph: its edges, and those from a topic to what is inside of it. */
export function linksOf({ nodes, edges }: Graph): readonly Edge[] {
  const nesting = nodes.flatMap(({ id, inside }) =>
    inside === null
      ? []
      : [{ start: inside, end: id, label: "", detail: "", weight: 1, directed: true }],
  );
  return [...nesting, ...edges];
}

/** Returns a graph whose words, which are others', can be drawn and read out; ids and keys stay. */
export function readable(graph: Graph): Graph {
  return {
    ...graph,
    title: onOneLine(graph.title),
    nodes: graph.nodes.map((node) => ({ ...node, ...wordsOf(node) })),
    edges: graph.edges.map((edge) => ({ ...edge, ...wordsOf(edge) })),
  };
}

function wordsOf({ label, detail }: { readonly label: string; readonly detail: string }) {
  return { label: onOneLine(label), detail: onOneLine(detail) };
}

/** Returns the ids of a graph's nodes, the most strongly linked first. */
export function order(graph: Graph): readonly string[] {
  const strength = new Map(graph.nodes.map(({ id }) => [id, 0]));
  for (const { start, end, weight } of linksOf(graph)) {
    for (const id of new Set([start, end])) strength.set(id, (strength.get(id) ?? 0) + weight);
  }
  return graph.nodes
    .map(({ id }) => id)
    .sort((one, other) => (strength.get(other) ?? 0) - (strength.get(one) ?? 0));
}

const MOST_NODES = 400;
const MOST_EDGES = 3000;

/** Returns as much of a graph as can be looked at: its strongest nodes and links. */
export function cut(graph: Graph): Graph {
  const kept = new Set(order(graph).slice(0, MOST_NODES));
  const edges = graph.edges
    .filter(({ start, end }) => kept.has(start) && kept.has(end))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST_EDGES);
  const nodes = graph.nodes
    .filter(({ id }) => kept.has(id))
    .map((node) => (node.inside && !kept.has(node.inside) ? { ...node, inside: null } : node));
  return { ...graph, nodes, edges };
}

/** Says a link from the point of view of one of its ends. */
export function inWords(edge: Edge, from: string, labels: ReadonlyMap<string, string>): string {
  const other = labels.get(edge.start === from ? edge.end : edge.start) ?? "";
  const how = [edge.label, edge.detail].filter(Boolean).join(", ");
  const arrow = !edge.directed ? "with" : edge.start === from ? "to" : "from";
  return how ? `${how} ${arrow} ${other}` : `${arrow} ${other}`;
}

/** Returns the weights that occur, the smallest first: the steps at which weak links are hidden. */
export function steps(graph: Graph): readonly number[] {
  return [...new Set(graph.edges.map(({ weight }) => weight))].sort((one, other) => one - other);
}

/** Returns the weight from which on links are shown at first: about two links for each node. */
export function firstStep(graph: Graph): number {
  const most = Math.max(30, 2 * graph.nodes.length);
  const all = steps(graph);
  return (
    all.find((step) => graph.edges.filter(({ weight }) => weight >= step).length <= most) ??
    all.at(-1) ??
    0
  );
}
