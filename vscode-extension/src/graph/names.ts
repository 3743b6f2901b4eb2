// A picture from afar: the names of the most important nodes in a size that can be read.
import type { Measure, PlacedNode } from "./layout";

/** Where the drawing is on the screen: moved by x and y, k times as large. */
export interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

/** Below this size the labels inside the nodes are too small to be read. */
export const SMALLEST = 0.6;

export interface Name {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const HEIGHT = 24;
const GAP = 3;

/** Returns the names that have room on a screen of that size, those of `order` first. */
export function namesFrom(
  nodes: readonly PlacedNode[],
  order: readonly string[],
  measure: Measure,
  view: View,
  size: { readonly width: number; readonly height: number },
): readonly Name[] {
  const byId = new Map(nodes.map((placed) => [placed.node.id, placed]));
  const found: Name[] = [];
  for (const id of order) {
    const placed = byId.get(id);
    if (!placed) continue;
    const [at, y] = [placed.x * view.k + view.x, placed.y * view.k + view.y];
    if (at < 0 || at > size.width || y < 0 || y > size.height) continue;
    const text = placed.lines.join(" ");
    const width = measure(text) + 2 * GAP + 8;
    const x = Math.max(width / 2, Math.min(size.width - width / 2, at));
    const meets = found.some(
      (other) =>
        Math.abs(other.x - x) < (other.width + width) / 2 + GAP &&
        Math.abs(other.y - y) < HEIGHT + GAP,
    );
    if (!meets) found.push({ id, text, x, y, width });
  }
  return found;
}
