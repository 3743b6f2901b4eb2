// The script of the page: draws a graph, and walks through it.
import { drawing } from "./drawing";
import {
  cut,
  firstStep,
  type Graph,
  inWords,
  linksOf,
  type Node,
  type Shown,
  steps,
} from "./graph";
import { linesOf, rowsOf } from "./rows";

const editor = acquireVsCodeApi<{ page: string; graph: number; node: string }>();
const graphs: readonly Shown[] = JSON.parse(byId("data").textContent ?? "[]");
const svg = document.querySelector<SVGSVGElement>("#drawing") as SVGSVGElement;
const chooser = byId<HTMLSelectElement>("graph");
const slider = byId<HTMLInputElement>("least");

let shown = graphs[0] as Shown;
let rows: readonly Node[] = [];
let lines: ReturnType<typeof linesOf> = [];
let current = "";
let least = 0;

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

function draw(number: number): void {
  const whole = graphs[number] ?? shown;
  shown = { ...whole, graph: cut(whole.graph) };
  const { graph } = shown;
  byId("outline").hidden = !shown.outline;
  byId("part").textContent = partOf(whole.graph, graph);
  chooser.value = String(number);
  const placed = rowsOf(graph);
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  rows = placed.map(({ id }) => nodes.get(id) as Node);
  lines = linesOf(graph, placed);
  const made = drawing(graph);
  svg.innerHTML = made.svg;
  // As wide as there is room: a row that ends beyond that is read beside it.
  svg.setAttribute("height", String(made.height));
  svg.setAttribute(
    "aria-label",
    `${graph.title}: ${rows.length} nodes, ${graph.edges.length} links. Arrow keys go from node to node, Enter opens the paper.`,
  );
  const all = steps(graph);
  byId("strength").hidden = all.length < 2;
  slider.max = String(all.length - 1);
  slider.value = String(all.indexOf(firstStep(graph)));
  filter();
  choose("", false);
  nodeOf(rows[0]?.id ?? "")?.setAttribute("tabindex", "0");
}

function partOf({ nodes, edges }: Graph, { nodes: some, edges: few }: Graph): string {
  if (some.length < nodes.length) {
    return `Showing the ${some.length} most strongly linked of ${nodes.length}.`;
  }
  return few.length < edges.length ? `Showing the ${few.length} strongest links.` : "";
}

function filter(): void {
  least = steps(shown.graph)[Number(slider.value)] ?? 0;
  const count = lines.filter(({ edge }) => edge.weight >= least).length;
  for (const [number, { edge }] of lines.entries()) {
    edgeOf(number)?.classList.toggle("hidden", edge.weight < least);
  }
  byId("count").textContent = `${count} of ${lines.length} shown`;
}

function nodeOf(id: string): SVGGElement | null {
  return svg.querySelector(`[data-node="${rows.findIndex((node) => node.id === id)}"]`);
}

function edgeOf(number: number): SVGGElement | null {
  return svg.querySelector(`[data-edge="${number}"]`);
}

/** Makes a node the one that is looked at; nothing if it is empty. */
function choose(id: string, focus: boolean): void {
  current = id;
  svg.querySelector(".world")?.classList.toggle("chosen", id !== "");
  const near = new Set([id]);
  for (const [number, { edge }] of lines.entries()) {
    const touches = edge.start === id || edge.end === id;
    edgeOf(number)?.classList.toggle("near", touches);
    if (touches && edge.weight >= least) near.add(edge.start).add(edge.end);
  }
  for (const node of rows) {
    const drawn = nodeOf(node.id);
    drawn?.classList.toggle("near", near.has(node.id));
    drawn?.classList.toggle("current", node.id === id);
    if (id) drawn?.setAttribute("tabindex", node.id === id ? "0" : "-1");
  }
  const chosen = nodeOf(id);
  chosen?.scrollIntoView({ block: "nearest" });
  if (focus) chosen?.focus({ preventScroll: true });
  tell();
  const { page = "" } = document.body.dataset;
  editor.setState({ page, graph: Number(chooser.value), node: current });
}

/** Says what is known about the node that is looked at. */
function tell(): void {
  const place = byId("chosen");
  place.replaceChildren();
  const node = rows.find(({ id }) => id === current);
  if (!node) {
    const hint = "Choose a node to see its links; Enter or a click opens the paper.";
    place.append(element("p", hint, "hint"));
    return;
  }
  place.append(element("h2", node.label));
  if (node.detail) place.append(element("p", node.detail));
  const what = node.kind === "term" ? "Papers that name it" : "Papers";
  if (node.keys.length) {
    if (node.kind !== "paper") place.append(element("h3", what));
    place.append(listOf(node.keys.map((key) => button(key, "key", () => open(key)))));
  } else if (node.kind === "term") {
    place.append(element("p", "No paper uses this name.", "hint"));
  }
  const links = linksFrom(node.id);
  if (links.length) place.append(element("h3", "Links"), listOf(links));
}

function linksFrom(id: string): HTMLElement[] {
  const labels = new Map(rows.map((node) => [node.id, node.label]));
  return linksOf(shown.graph)
    .filter(({ start, end }) => start === id || end === id)
    .sort((one, other) => other.weight - one.weight)
    .map((link) => {
      const other = link.start === id ? link.end : link.start;
      return button(inWords(link, id, labels), "link", () => choose(other, true));
    });
}

function element(name: string, text: string, kind = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function button(text: string, kind: string, act: () => void): HTMLElement {
  const made = element("button", text, kind);
  made.addEventListener("click", act);
  return made;
}

function listOf(items: readonly HTMLElement[]): HTMLElement {
  const made = document.createElement("ul");
  for (const item of items) made.appendChild(document.createElement("li")).append(item);
  return made;
}

const open = (key: string) => editor.postMessage({ open: key });

/** Opens the paper of a node; where there are several, goes to the list of them. */
function act({ keys }: Node): void {
  const [key] = keys;
  if (keys.length === 1 && key !== undefined) open(key);
  else byId("chosen").querySelector<HTMLElement>(".key")?.focus();
}

function nodeAt(target: EventTarget | null): Node | undefined {
  const found = target instanceof Element ? target.closest<SVGGElement>("[data-node]") : null;
  return found ? rows[Number(found.dataset.node)] : undefined;
}

svg.addEventListener("click", (event) => {
  const node = nodeAt(event.target);
  choose(node?.id ?? "", node !== undefined);
  if (node) act(node);
});
svg.addEventListener("focusin", (event) => {
  const node = nodeAt(event.target);
  if (node && node.id !== current) choose(node.id, false);
});
svg.addEventListener("keydown", (event) => {
  const node = nodeAt(event.target);
  const at = node ? rows.indexOf(node) : 0;
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
  if (node && (event.key === "Enter" || event.key === " ")) act(node);
  else if (to !== undefined) choose((rows[to] ?? node)?.id ?? "", true);
  else if (event.key === "Escape") choose("", false);
  else return;
  event.preventDefault();
});

byId("outline").addEventListener("click", () => editor.postMessage({ outline: shown.outline }));
slider.addEventListener("input", () => {
  filter();
  if (current) choose(current, false);
});
chooser.addEventListener("change", () => draw(Number(chooser.value)));

// A page that was hidden and is shown again; a new page of the panel begins anew.
const kept = editor.getState();
const before = kept?.page === document.body.dataset.page ? kept : undefined;
draw(before ? before.graph : Number(chooser.value));
if (before?.node) choose(before.node, false);
