import assert from "node:assert/strict";
import { test } from "node:test";
import { clear } from "../../src/graph/boxes";
import { drawing, spoken, svgFile } from "../../src/graph/drawing";
import {
  cut,
  firstStep,
  type Graph,
  type Node,
  order,
  readable,
  steps,
} from "../../src/graph/graph";
import { fitting, type Layout, layoutOf, shortened, wrapped } from "../../src/graph/layout";
import { namesFrom, SMALLEST } from "../../src/graph/names";
import { page } from "../../src/graph/page";
import { next } from "../../src/graph/walk";

const measure = (text: string) => 7 * text.length;
const frame = { nonce: "abc", script: "vscode-resource:/graph.js" };

function paper(id: string, label = `Author ${id} 2020`, inside: string | null = null): Node {
  return { id, label, kind: "paper", detail: `Title of ${id}`, keys: [id], inside };
}

function link(start: string, end: string, weight = 1, label = "") {
  return { start, end, label, detail: "once in one citation", weight, directed: label !== "" };
}

function graph(nodes: readonly Node[], edges: Graph["edges"]): Graph {
  return { kind: "co-citation", title: "References cited together", nodes, edges };
}

/** A graph of so many papers with links between those that are near in number. */
function many(count: number, label = ""): Graph {
  const nodes = Array.from({ length: count }, (_, number) => paper(`p${number}`));
  const edges = nodes.flatMap((_, number) =>
    [1, 2, 3, 7]
      .map((by) => number + by * (1 + (number % 3)))
      .filter((other) => other < count && number % 5 > 0)
      .map((other) => link(`p${number}`, `p${other}`, 1 / (1 + (other % 4)), label)),
  );
  return graph(nodes, edges);
}

function overlapping({ nodes }: Layout): string[] {
  return nodes.flatMap((one, number) =>
    nodes
      .slice(number + 1)
      .filter(
        (other) =>
          Math.abs(one.x - other.x) < (one.width + other.width) / 2 &&
          Math.abs(one.y - other.y) < (one.height + other.height) / 2,
      )
      .map((other) => `${one.node.id} ${other.node.id}`),
  );
}

for (const count of [1, 2, 5, 50, 300]) {
  test(`no two of ${count} nodes lie on each other, and the picture is always the same`, () => {
    const layout = layoutOf(many(count), measure);
    assert.equal(layout.nodes.length, count);
    assert.deepEqual(overlapping(layout), []);
    assert.deepEqual(layoutOf(many(count), measure), layout);
    for (const { x, y, width, height } of layout.nodes) {
      assert.ok(x - width / 2 >= layout.box.x - 1 && y - height / 2 >= layout.box.y - 1);
      assert.ok(x + width / 2 <= layout.box.x + layout.box.width + 1);
    }
  });
}

test("everybody at one place, and all linked to all, is drawn apart", () => {
  const nodes = Array.from({ length: 40 }, (_, number) => paper(`p${number}`));
  const edges = nodes.flatMap((one, at) =>
    nodes.slice(at + 1).map((other) => link(one.id, other.id, 0.25)),
  );
  assert.deepEqual(overlapping(layoutOf(graph(nodes, edges), measure)), []);
});

test("labels of links stand beside the nodes, and their links go through them", () => {
  const layout = layoutOf(many(20, "Used-For"), measure);
  for (const { label, points } of layout.edges) {
    assert.ok(label);
    const [start, by, end] = points;
    for (const axis of ["x", "y"] as const) {
      // Where a curve is half-way between borders that lie on the way from node to node.
      const half = (start[axis] + 2 * by[axis] + end[axis]) / 4;
      assert.ok(Math.abs(half - label[axis]) < 90, `${half} ${label[axis]}`);
    }
    const inside = layout.nodes.filter(
      ({ x, y, width, height }) =>
        Math.abs(x - label.x) < width / 2 && Math.abs(y - label.y) < height / 2,
    );
    assert.deepEqual(inside, []);
  }
});

for (const [count, width, height] of [
  [25, 370, 600],
  [60, 370, 600],
  [100, 640, 600],
  [200, 640, 600],
] as const) {
  test(`where all of ${count} papers are seen at once, all labels can be read`, () => {
    const whole = many(count);
    const nodes = whole.nodes.map((node) => ({ ...node, label: `Author${node.id} et al. 2020` }));
    const layout = layoutOf(graph(nodes, whole.edges), measure, { width, height });
    assert.ok(fitting(layout, { width, height }) >= SMALLEST);
    assert.deepEqual(overlapping(layout), []);
    for (const { lines, width } of layout.nodes) {
      const size = layout.isSmall ? 11 / 13 : 1;
      assert.ok(lines.every((line) => line && size * measure(line) <= width));
    }
    if (layout.isSmall) assert.match(drawing(whole, layout), /<g class="world small">/);
  });
}

test("a graph that has room is drawn as ever", () => {
  const room = { width: 2000, height: 2000 };
  assert.deepEqual(layoutOf(many(20), measure, room), layoutOf(many(20), measure));
});

test("a short label names the first author and the year", () => {
  assert.equal(shortened("Erkan and Radev 2004"), "Erkan+ 2004");
  assert.equal(shortened("Li et al. 2020 (li2020b)"), "Li+ 2020 (li2020b)");
  assert.equal(shortened("Roe 2019"), "Roe 2019");
  assert.ok(shortened("x".repeat(100)).length <= 24);
});

test("what is linked to nothing stands below, in rows", () => {
  const nodes = [...many(6).nodes, ...Array.from({ length: 30 }, (_, at) => paper(`alone ${at}`))];
  const layout = layoutOf(graph(nodes, [link("p0", "p1"), link("p2", "p3")]), measure);
  const lowest = Math.max(...layout.nodes.slice(0, 4).map(({ y }) => y));
  assert.ok(layout.nodes.slice(4).every(({ y }) => y > lowest));
  assert.ok(new Set(layout.nodes.slice(4).map(({ y }) => y)).size > 2);
});

test("a box that lies on a line between two others is pushed off it", () => {
  const box = (x: number, y: number) => ({ x, y, width: 40, height: 20 });
  const [source, target, between, beside] = [box(0, 0), box(200, 0), box(90, 3), box(400, 0)];
  for (let times = 0; times < 30; times++) {
    clear([{ source, target }], [source, target, between, beside], 0.4);
  }
  const share = between.x / target.x;
  assert.ok(between.y - (source.y + share * (target.y - source.y)) >= 15);
  assert.deepEqual(beside, box(400, 0));
});

test("of a graph that nobody could look at the strongest part is drawn", () => {
  const whole = many(2000);
  const part = cut(whole);
  assert.equal(part.nodes.length, 400);
  assert.ok(part.edges.length > 0 && part.edges.length <= 3000);
  const kept = new Set(part.nodes.map(({ id }) => id));
  assert.deepEqual(kept, new Set(order(whole).slice(0, 400)));
  assert.ok(part.edges.every(({ start, end }) => kept.has(start) && kept.has(end)));
  assert.deepEqual(new Set(cut(many(300)).edges), new Set(many(300).edges));
  const nested = graph(
    Array.from({ length: 500 }, (_, at) => paper(`p${at}`, `P ${at}`, at ? `p${at - 1}` : null)),
    [],
  );
  assert.equal(layoutOf(cut(nested), measure).nodes.length, 400);
});

test("a taxonomy is drawn from left to right", () => {
  const topic = (id: string, inside: string | null): Node => ({
    ...paper(id, id, inside),
    kind: "topic",
  });
  const nodes = [topic("all", null), topic("one", "all"), paper("a", "A", "one"), topic("x", null)];
  const layout = layoutOf(graph(nodes, []), measure);
  const at = new Map(layout.nodes.map(({ node, x }) => [node.id, x]));
  assert.ok(Number(at.get("all")) < Number(at.get("one")));
  assert.ok(Number(at.get("one")) < Number(at.get("a")));
  assert.equal(at.get("x"), at.get("all"));
  assert.equal(layout.edges.length, 2);
  assert.deepEqual(overlapping(layout), []);
});

test("long labels take two lines and end in an ellipsis", () => {
  assert.deepEqual(wrapped("Short"), ["Short"]);
  assert.deepEqual(wrapped("transformer-based citation text generation"), [
    "transformer-based",
    "citation text generation",
  ]);
  const long = wrapped("x".repeat(100));
  assert.equal(long.length, 2);
  assert.ok(long.every((line) => line.length <= 24) && long[1]?.endsWith("…"));
});

test("nothing that a paper says becomes markup or script", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='x'>`;
  const nodes = [{ ...paper(evil, evil), kind: "term" as const, detail: evil }];
  const one = graph(nodes, [{ ...link(evil, evil, 1, evil), detail: evil }]);
  const layout = layoutOf({ ...one, title: evil }, measure);
  const pages = [drawing(one, layout), svgFile({ ...one, title: evil }, layout, 0)];
  for (const shown of pages) {
    assert.ok(!shown.includes("<script") && !shown.includes("<img"));
    assert.ok(!/="[^"]*"[^\s>/][^>]*onerror/.test(shown));
  }
  const whole = page([{ of: evil, graph: { ...one, title: evil } }], frame);
  assert.equal(whole.match(/<script/g)?.length, 2);
  assert.equal(whole.match(/<\/script/g)?.length, 2);
  const data = /<script id="data"[^>]*>(.*)<\/script>/.exec(whole)?.[1];
  assert.equal(JSON.parse(data ?? "")[0].of, evil);
});

for (const [what, evil] of Object.entries({
  "a terminal's commands": "\u001b[31mred\u001b]8;;https://evil.example\u0007click \u009b2J",
  "turned words": "\u202egpj.\u2066exe\u2069 \u200f",
  "line ends": "one\r\ntwo\u2028three\u0085four\u0000",
  "halves of signs": "\ud83d one \udc4d \ufffe two \uffff",
})) {
  test(`${what} in titles, authors and keys are neither drawn nor saved`, () => {
    const nodes = ["a", "b"].map((id) => ({ ...paper(evil + id, evil + id), detail: evil }));
    const edge = { ...link(`${evil}a`, `${evil}b`, 1, evil), detail: evil };
    const one = readable({ ...graph(nodes, [edge]), title: evil });
    assert.deepEqual(
      one.nodes.map(({ id, keys }) => [id, ...keys]),
      nodes.map(({ id, keys }) => [id, ...keys]),
    );
    const layout = layoutOf(one, measure);
    for (const shown of [drawing(one, layout), svgFile(one, layout, 0)]) {
      assert.match(shown, /<text/);
      // What XML does not hold, and what turns or hides.
      assert.doesNotMatch(shown, /[^\P{Cc}\n]|[\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\ufffe\uffff]/u);
      assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069]/u);
    }
  });
}

test("no line is cut within a sign", () => {
  for (const label of ["👍".repeat(60), `x${"👍".repeat(60)}`]) {
    for (const line of [...wrapped(label), shortened(label)]) assert.doesNotMatch(line, /\p{Cs}/u);
  }
});

test("the page runs its own script alone and loads nothing from the network", () => {
  const shown = page([{ of: "the draft", graph: many(5) }], frame);
  const policy = "default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc';";
  assert.ok(shown.includes(`content="${policy}"`));
  assert.ok(!/https?:/.test(shown));
  assert.ok(!/ (style|on[a-z]+)=/.test(shown + drawing(many(5), layoutOf(many(5), measure))));
});

test("a screen reader hears what a node is and what it is linked to", () => {
  const nodes = [paper("a", "Ash 2020"), paper("b", "Elm 2021")];
  const one = graph(nodes, [{ ...link("a", "b", 1, "Used-For"), detail: "" }]);
  const { nodes: placed } = layoutOf(one, measure);
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const said = placed.map((it) => spoken(it, one, labels));
  assert.deepEqual(said, [
    "Ash 2020, Title of a. 1 link: Used-For to Elm 2021",
    "Elm 2021, Title of b. 1 link: Used-For from Ash 2020",
  ]);
});

test("a file of its own has the links that are shown, and no colours of the editor", () => {
  const one = many(30);
  const layout = layoutOf(one, measure);
  const least = steps(one).at(-1) ?? 0;
  const file = svgFile(one, layout, least);
  const strong = one.edges.filter(({ weight }) => weight >= least).length;
  assert.equal(file.match(/class="edge"/g)?.length, strong);
  assert.ok(strong < one.edges.length);
  assert.ok(!file.includes("--vscode") && !/ (role|tabindex)=/.test(file));
});

test("at first so many links are shown that the picture can be read", () => {
  const one = many(300);
  const shown = one.edges.filter(({ weight }) => weight >= firstStep(one));
  assert.ok(shown.length > 0 && shown.length <= 600);
  assert.equal(firstStep(many(5)), steps(many(5))[0]);
  assert.equal(firstStep(graph([], [])), 0);
});

test("the strongest node comes first, and arrows lead to the nearest that way", () => {
  const cross = [
    [0, 0, "middle"],
    [100, 5, "right"],
    [300, 0, "far right"],
    [-100, 0, "left"],
    [0, 80, "below"],
    [10, -80, "above"],
  ] as const;
  const nodes = cross.map(([x, y, id]) => ({
    node: paper(id),
    lines: [id],
    x,
    y,
    width: 50,
    height: 20,
  }));
  const to = (key: Parameters<typeof next>[2], from = "middle") => next(nodes, from, key)?.node.id;
  assert.equal(to("ArrowRight"), "right");
  assert.equal(to("ArrowRight", "right"), "far right");
  assert.equal(to("ArrowRight", "far right"), undefined);
  assert.equal(to("ArrowLeft"), "left");
  assert.equal(to("ArrowDown"), "below");
  assert.equal(to("ArrowUp"), "above");
  const weighed = graph(
    cross.map(([, , id]) => paper(id)),
    [link("left", "above"), link("above", "below", 3)],
  );
  assert.deepEqual(order(weighed).slice(0, 3), ["above", "below", "left"]);
});

test("by arrows alone every node of a large graph can be reached", () => {
  const { nodes } = layoutOf(many(60), measure);
  const reached = new Set<string>();
  const open = [nodes[0]?.node.id ?? ""];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] as const) {
      const to = next(nodes, id, key);
      if (to) open.push(to.node.id);
    }
  }
  assert.equal(reached.size, nodes.length);
});

test("from afar the strongest have names that do not lie on each other", () => {
  const one = many(300);
  const { nodes } = layoutOf(one, measure);
  const ranked = order(one);
  const names = namesFrom(
    nodes,
    ranked,
    measure,
    { k: 0.2, x: 400, y: 300 },
    { width: 800, height: 600 },
  );
  assert.ok(names.length > 8);
  for (const [at, name] of names.entries()) {
    assert.ok(name.x - name.width / 2 >= 0 && name.x + name.width / 2 <= 800);
    for (const other of names.slice(at + 1)) {
      const apart = Math.abs(name.x - other.x) >= (name.width + other.width) / 2;
      assert.ok(apart || Math.abs(name.y - other.y) >= 24);
    }
  }
});
