// How one goes from node to node by keyboard.
import type { PlacedNode } from "./layout";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

/**
 * Returns the node to which an arrow key leads: the nearest one that way, what lies off to the
 * side counting as further; undefined where there is none.
 */
export function next(
  nodes: readonly PlacedNode[],
  from: string,
  direction: Direction,
): PlacedNode | undefined {
  const start = nodes.find(({ node }) => node.id === from);
  if (!start) return nodes[0];
  let best: PlacedNode | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    const [right, down] = [node.x - start.x, node.y - start.y];
    const along = { ArrowLeft: -right, ArrowRight: right, ArrowUp: -down, ArrowDown: down }[
      direction
    ];
    const aside = direction === "ArrowLeft" || direction === "ArrowRight" ? down : right;
    const far = along + 2.5 * Math.abs(aside);
    if (node !== start && along > 0 && far < nearest) [best, nearest] = [node, far];
  }
  return best;
}
