// Where everything of a graph stands. The same graph has the same layout, whatever the machine's
// speed: no clock, no chance, no animation.
import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
} from "d3-force";
import { stratify, tree } from "d3-hierarchy";
import {
  type Body,
  clear,
  collide,
  grid,
  type Line,
  type Point,
  pack,
  SMALL_GAP,
  separate,
} from "./boxes";
import { type Edge, firstStep, type Graph, linksOf, type Node } from "./graph";
import { SMALLEST } from "./names";

/** Returns the width of a text in the drawing's font. */
export type Measure = (text: string) => number;

export interface PlacedNode extends Body {
  readonly node: Node;
  readonly lines: readonly string[];
}

export interface PlacedEdge {
  readonly edge: Edge;
  /** From where to where, by way of where. */
  readonly points: readonly [Point, Point, Point];
  /** Where its label stands; undefined where it has none in the drawing. */
  readonly label: Point | undefined;
}

export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly box: { readonly x: number; readonly y: number; width: number; height: number };
  /** Whether labels are short and small, so that all can be read at once. */
  readonly isSmall: boolean;
}

/** The part of the screen that a drawing has. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

export const LINE = 17;
const PADDING = 10;
const SMALL_PADDING = 6;
const LONGEST_LINE = 24;
const TICKS = 200;
/** Ticks in which boxes may pass through each other, to find their places. */
const FREE_TICKS = 60;
const MOST_CLEARED = 12_000;
const STRETCH = 1.5;
const MOST_LABELS = 80;
/** Links that pull; more say nothing more of who is near whom, and take long. */
const MOST_PULLING = 1500;

/** Small labels, in parts of the usual size. */
export const SMALL = 11 / 13;

/** Returns how large a layout is drawn where all of it is seen. */
export function fitting({ box }: Layout, { width, height }: Room): number {
  const share = 0.95 * Math.min(width / box.width, height / box.height);
  return Math.min(1.5, Math.max(0.05, share || 1));
}

/** Lays a graph out; if there is room for it, so that all labels can be read where all is seen. */
export function layoutOf(graph: Graph, measure: Measure, room?: Room): Layout {
  const usual = laidOut(graph, measure);
  const isTree = graph.nodes.some(({ inside }) => inside !== null);
  if (!room?.width || isTree || fitting(usual, room) >= SMALLEST) return usual;
  const short = (text: string) => SMALL * measure(text);
  const small = laidOut(graph, short, SMALL_GAP);
  return fitting(small, room) >= SMALLEST ? small : laidOut(graph, short, SMALL_GAP, room);
}

function laidOut(graph: Graph, measure: Measure, gap?: number, room?: Room): Layout {
  const isSmall = gap !== undefined;
  const nodes = graph.nodes.map((node) => (isSmall ? smallBox : boxOf)(node, measure));
  const links = linksOf(graph);
  const byId = new Map(nodes.map((placed) => [placed.node.id, placed]));
  const labelled = links.filter(({ label }) => label);
  const labels = new Map<Edge, Body>();
  if (labelled.length <= MOST_LABELS && !isSmall) {
    for (const edge of labelled) {
      if (edge.start !== edge.end) labels.set(edge, labelBox(edge, measure));
    }
  }
  const isTree = graph.nodes.some(({ inside }) => inside !== null);
  if (isTree) asTree(nodes);
  else asNet(graph, nodes, links, byId, labels, gap);
  if (room) pack(nodes, room.width / room.height);
  const edges = links.flatMap((edge) => {
    const [start, end] = [byId.get(edge.start), byId.get(edge.end)];
    if (!start || !end) return [];
    const isNested = isTree && end.node.inside === start.node.id;
    return [isNested ? branch(edge, start, end) : placed(edge, start, end, labels.get(edge))];
  });
  return { nodes, edges, box: around([...nodes, ...labels.values()]), isSmall };
}

function boxOf(node: Node, measure: Measure): PlacedNode {
  const lines = wrapped(node.label);
  const all = node.kind === "term" && node.detail ? [...lines, node.detail] : lines;
  const text = Math.max(40, ...all.map((line) => measure(line)));
  // Topics are set in bold and have round ends.
  const width = Math.ceil(node.kind === "topic" ? 1.15 * text : text) + 2 * PADDING;
  return { node, lines, x: 0, y: 0, width, height: all.length * LINE + PADDING };
}

function smallBox(node: Node, measure: Measure): PlacedNode {
  const lines = [shortened(node.label)];
  const width = Math.ceil(Math.max(24, ...lines.map(measure))) + SMALL_PADDING;
  return { node, lines, x: 0, y: 0, width, height: LINE };
}

/** Returns a label in one short line: of several authors the first one is named. */
export function shortened(label: string): string {
  const short = label.replace(/ (?:et al\.|and [^()]+?)(?= \d{4}\b)/, "+");
  return ended(short);
}

function labelBox(edge: Edge, measure: Measure): Body {
  return { x: 0, y: 0, width: measure(edge.label) + 6, height: LINE };
}

/** Returns a label in at most two lines; what is longer ends in an ellipsis. */
export function wrapped(label: string): string[] {
  const lines: string[] = [];
  let rest = label.trim();
  while (rest.length > LONGEST_LINE && lines.length < 1) {
    const space = rest.lastIndexOf(" ", LONGEST_LINE);
    const end = space > 0 ? space : whole(rest, LONGEST_LINE);
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return [...lines, ended(rest)];
}

function ended(text: string): string {
  if (text.length <= LONGEST_LINE) return text;
  return `${text.slice(0, whole(text, LONGEST_LINE - 1)).trim()}…`;
}

/** Returns where to cut a text, at most there and not within a sign of two halves. */
function whole(text: string, most: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
}

/** Draws near to each other what is linked, the stronger the nearer; what is not, below. */
function asNet(
  graph: Graph,
  nodes: readonly PlacedNode[],
  links: readonly Edge[],
  byId: ReadonlyMap<string, PlacedNode>,
  labels: ReadonlyMap<Edge, Body>,
  gap?: number,
): void {
  const apart = links.filter(({ start, end }) => start !== end);
  const linked = new Set(apart.flatMap(({ start, end }) => [start, end]));
  const strongest = Math.max(...apart.map(({ weight }) => weight), 0);
  const pulling = [...apart].sort((one, other) => other.weight - one.weight).slice(0, MOST_PULLING);
  const net: Body[] = [...nodes.filter(({ node }) => linked.has(node.id)), ...labels.values()];
  // Boxes are wide: they are drawn near to each other as if they were narrower, and a page is wide.
  const bodies: Body[] = net.map((body) => ({ ...body, width: body.width / STRETCH }));
  const bodyOf = new Map(net.map((body, number) => [body, bodies[number]]));
  const springs: (SimulationLinkDatum<Body> & { length: number; pull: number })[] = [];
  const count = new Map<Body, number>();
  const rides: { label: Body; source: Body; target: Body }[] = [];
  for (const edge of pulling) {
    const [source, target] = [edge.start, edge.end].map((id) => bodyOf.get(byId.get(id) as Body));
    if (!source || !target) continue;
    const share = edge.weight / strongest;
    const label = bodyOf.get(labels.get(edge) as Body);
    if (label) rides.push({ label, source, target });
    const length = 30 + 110 * (1 - share) + (source.width + target.width) / 4;
    springs.push({ source, target, length: length + (label ? label.width / 2 : 0), pull: share });
    for (const end of [source, target]) count.set(end, (count.get(end) ?? 0) + 1);
  }
  // A line behind a box looks like two; in a large graph there is no way around that.
  const ends = bodies.slice(0, net.length - labels.size);
  const least = firstStep(graph);
  const lines = springs.filter(({ pull }) => pull * strongest >= least) as Line[];
  const isSmall = lines.length * ends.length < MOST_CLEARED;
  let tick = 0;
  const fewest = ({ source, target }: (typeof springs)[number]) =>
    Math.min(count.get(source as Body) ?? 1, count.get(target as Body) ?? 1);
  forceSimulation(bodies)
    .force(
      "links",
      forceLink(springs)
        .distance(({ length }) => length)
        .strength((link) => (0.1 + 0.9 * link.pull) / fewest(link)),
    )
    .force("apart", forceManyBody().strength(-160).distanceMax(600))
    .force("x", forceX().strength(0.07))
    .force("y", forceY().strength(0.07))
    .force("labels", () => {
      for (const { label, source, target } of rides) {
        [label.x, label.y] = [(source.x + target.x) / 2, (source.y + target.y) / 2];
        [label.vx, label.vy] = [0, 0];
      }
    })
    .force("boxes", () => {
      tick += 1;
      if (tick < FREE_TICKS) return;
      if (isSmall) clear(lines, ends, 0.4);
      collide(bodies, 0.5, gap);
    })
    .stop()
    .tick(TICKS);
  for (const [number, placed] of net.entries()) {
    const { x, y } = bodies[number] as Body;
    [placed.x, placed.y] = [x * STRETCH, y];
  }
  separate(net, gap);
  const { x, y, width, height } = around(net);
  const alone = nodes.filter(({ node }) => !linked.has(node.id));
  grid(alone, x, net.length ? y + height + 2 * LINE : 0, Math.max(width, 500));
}

/** Draws a taxonomy from left to right; topics without one above them stand below each other. */
function asTree(nodes: readonly PlacedNode[]): void {
  const above = "above all";
  const root = stratify<PlacedNode | undefined>()
    .id((placed) => (placed ? `of ${placed.node.id}` : above))
    .parentId(
      (placed) => placed && (placed.node.inside === null ? above : `of ${placed.node.inside}`),
    )([undefined, ...nodes]);
  const highest = Math.max(...nodes.map(({ height }) => height));
  const widest = Math.max(...nodes.map(({ width }) => width));
  // Topics of papers stand closer than by default, so that more of a tree can be read at once.
  tree<PlacedNode | undefined>()
    .nodeSize([highest + 6, widest + 60])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.4))(root);
  for (const { data, x, y } of root.descendants()) {
    if (data) [data.x, data.y] = [Math.round(y ?? 0), Math.round(x ?? 0)];
  }
}

function placed(edge: Edge, start: Body, end: Body, label: Body | undefined): PlacedEdge {
  if (start === end) {
    const [x, y] = [start.x + start.width / 2, start.y - start.height / 2];
    const loop: PlacedEdge["points"] = [
      { x: x - 14, y },
      { x: x + 26, y: y - 26 },
      { x, y: y + 10 },
    ];
    return { edge, points: loop, label: edge.label ? { x: x + 20, y: y - 18 } : undefined };
  }
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  // A curve through its label.
  const by = label ? { x: 2 * label.x - middle.x, y: 2 * label.y - middle.y } : middle;
  const points = [border(start, by), by, border(end, by)] as const;
  return { edge, points, label: label && { x: label.x, y: label.y } };
}

/** A link of a taxonomy: from the right side of a topic to the left side of what is inside. */
function branch(edge: Edge, start: Body, end: Body): PlacedEdge {
  const from = { x: start.x + start.width / 2, y: start.y };
  const to = { x: end.x - end.width / 2, y: end.y };
  return { edge, points: [from, { x: (from.x + to.x) / 2, y: to.y }, to], label: undefined };
}

/** Returns where the way from the middle of a box to a point leaves the box. */
function border({ x, y, width, height }: Body, to: Point): Point {
  const [right, down] = [to.x - x, to.y - y];
  const share = Math.min(
    1,
    width / 2 / Math.max(Math.abs(right), 1e-9),
    height / 2 / Math.max(Math.abs(down), 1e-9),
  );
  return { x: Math.round(x + right * share), y: Math.round(y + down * share) };
}

function around(bodies: readonly Body[]): Layout["box"] {
  if (!bodies.length) return { x: 0, y: 0, width: 0, height: 0 };
  const left = Math.min(...bodies.map(({ x, width }) => x - width / 2));
  const top = Math.min(...bodies.map(({ y, height }) => y - height / 2));
  const right = Math.max(...bodies.map(({ x, width }) => x + width / 2));
  const bottom = Math.max(...bodies.map(({ y, height }) => y + height / 2));
  return { x: left, y: top, width: right - left, height: bottom - top };
}
