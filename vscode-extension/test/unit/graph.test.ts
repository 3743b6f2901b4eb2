import assert from "node:assert/strict";
import { test } from "node:test";
import { drawing, spoken } from "../../src/graph/drawing";
import {
  cut,
  firstStep,
  type Graph,
  type Node,
  order,
  readable,
  steps,
} from "../../src/graph/graph";
import { page } from "../../src/graph/page";
import { linesOf, rowsOf } from "../../src/graph/rows";

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

for (const count of [1, 2, 5, 50, 300]) {
  test(`each of ${count} nodes has a row of its own, and the picture is always the same`, () => {
    const rows = rowsOf(many(count));
    assert.equal(new Set(rows.map(({ id }) => id)).size, count);
    assert.deepEqual(drawing(many(count)), drawing(many(count)));
    assert.equal(drawing(many(count)).svg.match(/class="node /g)?.length, count);
  });
}

test("what is linked stands near to each other, what is linked to nothing below", () => {
  const nodes = ["a", "x", "b", "y", "c"].map((id) => paper(id));
  const one = graph(nodes, [link("a", "c", 3), link("c", "b", 2), link("a", "b")]);
  assert.equal(
    rowsOf(one)
      .map(({ id }) => id)
      .join(""),
    "cabxy",
  );
});

test("a path stands in the order in which it was read", () => {
  const nodes = ["draft", "b", "a"].map((id) => paper(id));
  const path = { ...graph(nodes, [link("a", "draft", 9, "1")]), kind: "reading path" };
  assert.deepEqual(
    rowsOf(path).map(({ id }) => id),
    ["draft", "b", "a"],
  );
  assert.match(drawing(path).svg, /class="short"/);
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
  assert.equal(rowsOf(cut(nested)).length, 400);
});

test("in a taxonomy papers stand under their topics, moved to the right", () => {
  const topic = (id: string, inside: string | null): Node => ({
    ...paper(id, id, inside),
    kind: "topic",
  });
  const nodes = [topic("all", null), topic("x", null), paper("a", "A", "one"), topic("one", "all")];
  const rows = rowsOf(graph(nodes, []));
  assert.deepEqual(
    rows.map(({ id, depth }) => [id, depth]),
    [
      ["all", 0],
      ["one", 1],
      ["a", 2],
      ["x", 0],
    ],
  );
  assert.equal(linesOf(graph(nodes, []), rows).length, 2);
});

test("a long text ends in an ellipsis, and within no sign", () => {
  for (const label of ["x".repeat(200), "👍".repeat(120), `x${"👍".repeat(120)}`]) {
    const { svg } = drawing(graph([paper("a", label)], []));
    const shown = /<text[^>]*>([^<]*)</.exec(svg)?.[1] ?? "";
    assert.ok(shown.endsWith("…") && [...shown].length <= 90);
    assert.doesNotMatch(shown, /\p{Cs}/u);
  }
});

test("nothing that a paper says becomes markup or script", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='x'>`;
  const nodes = [{ ...paper(evil, evil), kind: "term" as const, detail: evil }];
  const one = graph(nodes, [{ ...link(evil, evil, 1, evil), detail: evil }]);
  const shown = drawing(one).svg;
  assert.ok(!shown.includes("<script") && !shown.includes("<img"));
  assert.ok(!/="[^"]*"[^\s>/][^>]*onerror/.test(shown));
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
  test(`${what} in titles, authors and keys are not drawn`, () => {
    const nodes = ["a", "b"].map((id) => ({ ...paper(evil + id, evil + id), detail: evil }));
    const edge = { ...link(`${evil}a`, `${evil}b`, 1, evil), detail: evil };
    const one = readable({ ...graph(nodes, [edge]), title: evil });
    assert.deepEqual(
      one.nodes.map(({ id, keys }) => [id, ...keys]),
      nodes.map(({ id, keys }) => [id, ...keys]),
    );
    for (const shown of [drawing(one).svg]) {
      assert.match(shown, /<text/);
      // What XML does not hold, and what turns or hides.
      assert.doesNotMatch(shown, /[^\P{Cc}\n]|[\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\ufffe\uffff]/u);
      assert.doesNotMatch(shown, /[\u202a-\u202e\u2066-\u2069]/u);
    }
  });
}

test("the page runs its own script alone and loads nothing from the network", () => {
  const shown = page([{ of: "the draft", graph: many(5) }], frame);
  const policy = "default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc';";
  assert.ok(shown.includes(`content="${policy}"`));
  assert.ok(!/https?:/.test(shown));
  assert.ok(!/ (style|on[a-z]+)=/.test(shown + drawing(many(5)).svg));
});

test("a screen reader hears what a node is and what it is linked to", () => {
  const nodes = [paper("a", "Ash 2020"), paper("b", "Elm 2021")];
  const one = graph(nodes, [{ ...link("a", "b", 1, "Used-For"), detail: "" }]);
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const said = nodes.map((it) => spoken(it, one, labels));
  assert.deepEqual(said, [
    "Ash 2020, Title of a. 1 link: Used-For to Elm 2021",
    "Elm 2021, Title of b. 1 link: Used-For from Ash 2020",
  ]);
});

test("at first so many links are shown that the picture can be read", () => {
  const one = many(300);
  const shown = one.edges.filter(({ weight }) => weight >= firstStep(one));
  assert.ok(shown.length > 0 && shown.length <= 600);
  assert.equal(firstStep(many(5)), steps(many(5))[0]);
  assert.equal(firstStep(graph([], [])), 0);
});
