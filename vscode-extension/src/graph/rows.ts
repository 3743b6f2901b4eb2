// A graph as rows: each node has one, and what is linked stands near to each other.
import { type Edge, type Graph, linksOf, order } from "./graph";

/** The height of a row, and by how much one moves to the right under its topic. */
export const ROW = 24;
export const INDENT = 22;

export interface Row {
  readonly id: string;
  /** How many topics it is inside of. */
  readonly depth: number;
}

const READING_PATH = "reading path";

/** Returns the rows of a graph: papers under their topics, a path as it was read, else by links. */
export function rowsOf(graph: Graph): readonly Row[] {
  const { nodes } = graph;
  if (graph.kind === READING_PATH) return nodes.map(({ id }) => ({ id, depth: 0 }));
  const isTree = nodes.some(({ inside }) => inside !== null);
  const near = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const links = isTree ? linksOf({ ...graph, edges: [] }) : linksOf(graph);
  for (const { start, end } of [...links].sort((one, other) => other.weight - one.weight)) {
    near.get(start)?.push(end);
    if (!isTree) near.get(end)?.push(start);
  }
  const rows: Row[] = [];
  const known = new Set<string>();
  // From each node on to the one that it is linked to most strongly.
  const open = isTree
    ? nodes.filter(({ inside }) => inside === null).map(({ id }) => ({ id, depth: 0 }))
    : order(graph).map((id) => ({ id, depth: 0 }));
  open.reverse();
  for (let row = open.pop(); row; row = open.pop()) {
    const { id, depth } = row;
    if (known.has(id)) continue;
    known.add(id);
    rows.push(row);
    for (const other of [...(near.get(id) ?? [])].reverse()) {
      open.push({ id: other, depth: isTree ? depth + 1 : 0 });
    }
  }
  return rows;
}

/** Returns the links that are drawn, with the numbers of the rows at their ends. */
export function linesOf(
  graph: Graph,
  rows: readonly Row[],
): readonly { readonly edge: Edge; readonly from: number; readonly to: number }[] {
  const at = new Map(rows.map(({ id }, number) => [id, number]));
  return linksOf(graph).flatMap((edge) => {
    const [from, to] = [at.get(edge.start), at.get(edge.end)];
    return from === undefined || to === undefined || from === to ? [] : [{ edge, from, to }];
  });
}
