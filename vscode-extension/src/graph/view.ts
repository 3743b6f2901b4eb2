// The script of the page: draws a graph, moves it, walks through it.
import { select } from "d3-selection";
import { type D3ZoomEvent, zoom, zoomIdentity, zoomTransform } from "d3-zoom";
import { drawing, nameAs, svgFile } from "./drawing";
import { cut, firstStep, type Graph, inWords, linksOf, order, type Shown, steps } from "./graph";
import { fitting, type Layout, layoutOf, type PlacedNode, type Room } from "./layout";
import { namesFrom, SMALLEST } from "./names";
import { type Direction, next } from "./walk";

const editor = acquireVsCodeApi<{ page: string; graph: number; node: string }>();
const graphs: readonly Shown[] = JSON.parse(byId("data").textContent ?? "[]");
const svg = document.querySelector<SVGSVGElement>("#drawing") as SVGSVGElement;
const chooser = byId<HTMLSelectElement>("graph");
const slider = byId<HTMLInputElement>("least");

let shown = graphs[0] as Shown;
let layout: Layout;
let ranked: readonly string[] = [];
let current = "";
let least = 0;
let laidOutFor: Room = { width: 0, height: 0 };
let isFitted = false;

function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

const pen = document.createElement("canvas").getContext("2d");
function measure(text: string): number {
  if (!pen) return 7 * text.length;
  pen.font = `13px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(pen.measureText(text).width);
}

const zooming = zoom<SVGSVGElement, unknown>()
  .scaleExtent([0.05, 4])
  .on("zoom", ({ transform }: D3ZoomEvent<SVGSVGElement, unknown>) => {
    svg.querySelector(".world")?.setAttribute("transform", transform.toString());
    svg.classList.toggle("far", transform.k < SMALLEST);
    isFitted = false;
    nameFromAfar();
  });
const canvas = select(svg).call(zooming).on("dblclick.zoom", null);

function draw(number: number): void {
  const whole = graphs[number] ?? shown;
  shown = { ...whole, graph: cut(whole.graph) };
  byId("outline").hidden = !shown.outline;
  byId("part").textContent = partOf(whole.graph, shown.graph);
  chooser.value = String(number);
  laidOutFor = roomOf();
  layout = layoutOf(shown.graph, measure, laidOutFor);
  ranked = order(shown.graph);
  current = "";
  svg.innerHTML = drawing(shown.graph, layout);
  const { nodes, edges } = shown.graph;
  svg.setAttribute(
    "aria-label",
    `${shown.graph.title}: ${nodes.length} nodes, ${edges.length} links. Arrow keys go from node to node, Enter opens the paper, plus and minus zoom.`,
  );
  const all = steps(shown.graph);
  byId("strength").hidden = all.length < 2;
  slider.max = String(all.length - 1);
  slider.value = String(all.indexOf(firstStep(shown.graph)));
  filter();
  list();
  tell();
  fitAll();
  const [first] = ranked;
  if (first !== undefined) nodeOf(first)?.setAttribute("tabindex", "0");
}

function partOf({ nodes, edges }: Graph, { nodes: some, edges: few }: Graph): string {
  if (some.length < nodes.length) {
    return `The ${some.length} most strongly linked of ${nodes.length} are drawn.`;
  }
  return few.length < edges.length ? `The ${few.length} strongest links are drawn.` : "";
}

function filter(): void {
  least = steps(shown.graph)[Number(slider.value)] ?? 0;
  let count = 0;
  for (const [number, { edge }] of layout.edges.entries()) {
    const isHidden = edge.weight < least;
    edgeOf(number)?.classList.toggle("hidden", isHidden);
    if (!isHidden) count += 1;
  }
  byId("count").textContent = `${count} of ${layout.edges.length} shown`;
}

function nodeOf(id: string): SVGGElement | null {
  const number = layout.nodes.findIndex(({ node }) => node.id === id);
  return svg.querySelector(`[data-node="${number}"]`);
}

function edgeOf(number: number): SVGGElement | null {
  return svg.querySelector(`[data-edge="${number}"]`);
}

/** Makes a node the one that is looked at; nothing if it is empty. */
function choose(id: string, focus: boolean): void {
  current = id;
  svg.querySelector(".world")?.classList.toggle("chosen", id !== "");
  const near = new Set([id]);
  for (const [number, { edge }] of layout.edges.entries()) {
    const touches = edge.start === id || edge.end === id;
    edgeOf(number)?.classList.toggle("near", touches);
    if (touches && edge.weight >= least) near.add(edge.start).add(edge.end);
  }
  for (const [number, { node }] of layout.nodes.entries()) {
    const drawn = svg.querySelector(`[data-node="${number}"]`);
    drawn?.classList.toggle("near", near.has(node.id));
    drawn?.classList.toggle("current", node.id === id);
    if (id) drawn?.setAttribute("tabindex", node.id === id ? "0" : "-1");
  }
  if (id) bringIntoView(id);
  if (focus) nodeOf(id)?.focus({ preventScroll: true });
  tell();
  nameFromAfar();
  keep();
}

function bringIntoView(id: string): void {
  const placed = layout.nodes.find(({ node }) => node.id === id);
  if (!placed) return;
  const { k, x, y } = zoomTransform(svg);
  const { clientWidth, clientHeight } = svg;
  const [left, top] = [placed.x * k + x, placed.y * k + y];
  const [wide, high] = [(placed.width * k) / 2 + 8, (placed.height * k) / 2 + 8];
  const right = Math.max(0, wide - left) + Math.min(0, clientWidth - wide - left);
  const down = Math.max(0, high - top) + Math.min(0, clientHeight - high - top);
  if (right || down) canvas.call(zooming.translateBy, right / k, down / k);
}

/** Says what is known of the node that is looked at. */
function tell(): void {
  const place = byId("chosen");
  place.replaceChildren();
  const node = shown.graph.nodes.find(({ id }) => id === current);
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
    place.append(element("p", "No paper names it in these words.", "hint"));
  }
  const links = linksFrom(node.id);
  if (links.length) place.append(element("h3", "Links"), listOf(links));
}

function linksFrom(id: string): HTMLElement[] {
  const labels = new Map(shown.graph.nodes.map((node) => [node.id, node.label]));
  return linksOf(shown.graph)
    .filter(({ start, end }) => start === id || end === id)
    .sort((one, other) => other.weight - one.weight)
    .map((link) => {
      const other = link.start === id ? link.end : link.start;
      return button(inWords(link, id, labels), "link", () => choose(other, true));
    });
}

function list(): void {
  const items = ranked.map((id) => {
    const node = shown.graph.nodes.find((node) => node.id === id);
    return button(node?.label ?? id, "link", () => choose(id, true));
  });
  byId("list").querySelector("ul")?.replaceWith(listOf(items));
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

function open(key: string): void {
  editor.postMessage({ open: key });
}

/** Opens the paper of a node; where there are several, goes to the list of them. */
function act({ node }: PlacedNode): void {
  const [key] = node.keys;
  if (node.keys.length === 1 && key !== undefined) open(key);
  else byId("chosen").querySelector<HTMLElement>(".key")?.focus();
}

function fitAll(): void {
  const { x, y, width, height } = layout.box;
  const { clientWidth, clientHeight } = svg;
  const k = fitting(layout, roomOf());
  const at = zoomIdentity
    .translate(clientWidth / 2, clientHeight / 2)
    .scale(k)
    .translate(-x - width / 2, -y - height / 2);
  canvas.call(zooming.transform, at);
  isFitted = true;
}

function roomOf(): Room {
  return { width: svg.clientWidth, height: svg.clientHeight };
}

/** Shows all of it again after its room has changed; lays it out anew where that is another one. */
function fitAgain(): void {
  const { width, height } = roomOf();
  const [wider, higher] = [width / laidOutFor.width, height / laidOutFor.height];
  const isOther = [wider, higher].some((share) => !(share > 0.8 && share < 1.25));
  if (!isOther || !width) {
    fitAll();
    return;
  }
  const [chosen, step] = [current, slider.value];
  draw(Number(chooser.value));
  slider.value = step;
  filter();
  if (chosen) choose(chosen, false);
}

function keep(): void {
  const { page = "" } = document.body.dataset;
  editor.setState({ page, graph: Number(chooser.value), node: current });
}

function nameFromAfar(): void {
  const place = svg.querySelector(".names");
  if (!place || !layout) return;
  place.innerHTML = "";
  const view = zoomTransform(svg);
  if (view.k >= SMALLEST) return;
  const near = new Set([current]);
  for (const { edge } of layout.edges) {
    if (edge.weight < least) continue;
    if (edge.start === current) near.add(edge.end);
    if (edge.end === current) near.add(edge.start);
  }
  const first = current ? ranked.filter((id) => near.has(id) && id !== current) : [];
  const names = current ? [current, ...first, ...ranked.filter((id) => !near.has(id))] : ranked;
  const size = { width: svg.clientWidth, height: svg.clientHeight };
  const found = namesFrom(layout.nodes, names, measure, view, size);
  place.innerHTML = found
    .map((place) =>
      nameAs(place, place.id === current ? "current" : near.has(place.id) ? "near" : ""),
    )
    .join("");
  place.classList.toggle("chosen", current !== "");
}

function placedAt(target: EventTarget | null): PlacedNode | undefined {
  const found = target instanceof Element ? target.closest<SVGGElement>("[data-node]") : null;
  return found ? layout.nodes[Number(found.dataset.node)] : undefined;
}

svg.addEventListener("click", (event) => {
  const placed = placedAt(event.target);
  choose(placed?.node.id ?? "", placed !== undefined);
  if (placed) act(placed);
});
svg.addEventListener("focusin", (event) => {
  const placed = placedAt(event.target);
  if (placed && placed.node.id !== current) choose(placed.node.id, false);
});
svg.addEventListener("keydown", (event) => {
  const placed = placedAt(event.target);
  const { key } = event;
  if (placed && (key === "Enter" || key === " ")) act(placed);
  else if (placed && key.startsWith("Arrow")) {
    const to = next(layout.nodes, placed.node.id, key as Direction);
    if (to) choose(to.node.id, true);
  } else if (placed && (key === "Home" || key === "End")) {
    choose(ranked.at(key === "Home" ? 0 : -1) ?? "", true);
  } else if (placed && (key === "PageDown" || key === "PageUp")) {
    const at = ranked.indexOf(placed.node.id) + (key === "PageDown" ? 1 : -1);
    choose(ranked[Math.min(Math.max(at, 0), ranked.length - 1)] ?? "", true);
  } else if (key === "Escape") choose("", false);
  else if (key === "+" || key === "=") larger();
  else if (key === "-") smaller();
  else if (key === "0") fitAll();
  else return;
  event.preventDefault();
});

const larger = () => canvas.call(zooming.scaleBy, 1.25);
const smaller = () => canvas.call(zooming.scaleBy, 0.8);
byId("larger").addEventListener("click", larger);
byId("smaller").addEventListener("click", smaller);
byId("fit").addEventListener("click", fitAll);
byId("outline").addEventListener("click", () => editor.postMessage({ outline: shown.outline }));
byId("save").addEventListener("click", () => {
  const save = svgFile(shown.graph, layout, least);
  editor.postMessage({ save, name: shown.graph.kind });
});
slider.addEventListener("input", () => {
  filter();
  if (current) choose(current, false);
});
chooser.addEventListener("change", () => {
  draw(Number(chooser.value));
  keep();
});
byId<HTMLInputElement>("find").addEventListener("input", ({ target }) => {
  const sought = (target as HTMLInputElement).value.trim().toLowerCase();
  const found = shown.graph.nodes.find(({ label, detail, keys }) =>
    [label, detail, ...keys].some((text) => text.toLowerCase().includes(sought)),
  );
  choose(sought && found ? found.id : "", false);
});
new ResizeObserver(() => (isFitted ? fitAgain() : bringIntoView(current))).observe(svg);

// A page that was hidden and is shown again; a new page of the panel begins anew.
const kept = editor.getState();
const before = kept?.page === document.body.dataset.page ? kept : undefined;
draw(before ? before.graph : Number(chooser.value));
if (before?.node) choose(before.node, false);
