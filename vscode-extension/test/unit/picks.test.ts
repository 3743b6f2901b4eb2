import assert from "node:assert/strict";
import { test } from "node:test";
import type { Estimate, Method, Reference, References } from "../../src/answers";
import { callsAndTime, inShort } from "../../src/picks/cost";
import { methodItems, wayItems } from "../../src/picks/methods";
import { isUnclear, paperRows } from "../../src/picks/references";

const estimate: Estimate = {
  method: "ckma",
  usesModel: true,
  host: "model.example.org",
  model: "m",
  staysHere: false,
  calls: 12,
  inputTokens: 30_412,
  outputTokens: 3_951,
  money: 0.0512,
  currency: "EUR",
};
const why = "no language model is configured";

function method(name: string, more: Partial<Method> = {}): Method {
  return {
    name,
    summary: `${name}.`,
    usesModel: false,
    canRun: true,
    why: "",
    estimate: null,
    ...more,
  };
}

test("cost says how many calls, and money where it is known", () => {
  const tokens = "about 34,000 tokens";
  assert.equal(inShort(estimate), `about 12 calls, ${tokens}, about 0.05 EUR`);
  const one = { ...estimate, calls: 1, money: null };
  assert.equal(inShort(one), `about 1 call, ${tokens}`);
  const range = inShort({ ...one, seconds: { least: 40, most: 4_810 } });
  assert.equal(range, `about 1 call, ${tokens}, 40 s to 1 h 20 min`);
  const measured = inShort({ ...one, seconds: { least: 720, most: 720 } });
  assert.equal(measured, `about 1 call, ${tokens}, about 12 min`);
});

const none = { model: "", thorough: "", why: "" };

test("three ways are offered, and behind them all methods", () => {
  const notices = ["3 of 12 papers by title alone"];
  const quick = { ...estimate, usesModel: false, notices };
  const asking = { usesModel: true };
  const found = {
    methods: [
      method("extractive", { estimate: quick }),
      method("ckma", { ...asking, estimate: { ...estimate, notices } }),
      method("chatcite", { ...asking, estimate: { ...estimate, calls: 90 } }),
    ],
    default: "extractive",
    ways: { model: "ckma", thorough: "chatcite", why: "It takes the fewest calls." },
  };
  const short = "about 12 calls, about 34,000 tokens, about 0.05 EUR";
  const rows = wayItems(found, "ckma").map(({ label, description = "", detail = "", value }) => [
    label,
    description,
    detail,
    value,
  ]);
  assert.deepEqual(rows, [
    ["3 of 12 papers by title alone.", "", "", undefined],
    ["Quick", "no model, seconds", "extractive.", "extractive"],
    ["With m", `in use · ${short}`, "CKMA. It takes the fewest calls.", "ckma"],
    ["Thorough", short.replace("12 calls", "90 calls"), "ChatCite. chatcite.", "chatcite"],
    ["More methods…", "", "", undefined],
  ]);
  const [, , other] = wayItems({ ...found, ways: none }, "hireview");
  assert.deepEqual([other?.label, other?.isMore], ["With a Language Model…", true]);
  assert.equal(wayItems(found, "hireview").at(-1)?.description, "in use: HiReview");
});

test("without a model the way by one has it chosen first", () => {
  const methods = [method("extractive"), method("ckma", { usesModel: true, canRun: false, why })];
  const rows = wayItems({ methods, default: "extractive", ways: none }, "");
  assert.deepEqual(
    rows.map(({ label, needsModel = false }) => [label, needsModel]),
    [
      ["Quick", false],
      ["With a Language Model…", true],
      ["More methods…", false],
    ],
  );
});

test("a row of a method says what it does, then what it takes and needs", () => {
  const here = { ...estimate, money: null, staysHere: true };
  const methods = [
    method("extractive"),
    method("ckma", { usesModel: true, estimate: here }),
    method("zero-shot", { usesModel: true, canRun: false, why }),
  ];
  const rows = methodItems({ methods, default: "chatcite", ways: none }, "ckma");
  const tokens = "about 12 calls, about 34,000 tokens";
  assert.deepEqual(
    rows.map(({ label, description, detail }) => [label, description, detail]),
    [
      ["Extractive", "extractive.", "no model, nothing leaves this machine"],
      ["CKMA", "ckma.", `in use · ${tokens}, by m on this machine`],
      ["Zero-shot", "zero-shot.", "asks a language model · needs a model, which you choose next"],
      [
        "The Paper's Own Choice",
        "The method in the draft's citeloom.toml; otherwise Extractive.",
        "",
      ],
    ],
  );
  assert.equal(rows[2]?.needsModel, true);
});

test("a button says how many calls it begins, and how long they take", () => {
  const one = { ...estimate, calls: 1 };
  assert.equal(callsAndTime(one), "1 call");
  assert.equal(callsAndTime({ ...one, seconds: { least: 13, most: 86 } }), "1 call, 13–86 s");
  assert.equal(callsAndTime({ ...one, seconds: { least: 40, most: 720 } }), "1 call, 40 s–12 min");
  assert.equal(callsAndTime({ ...one, seconds: { least: 30, most: 30 } }), "1 call, about 30 s");
});

function reference(key: string, sections: (number | null)[], keywords: string[] = []): Reference {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const cited = sections.map((section) => ({ section, uri: "file:///main.tex", range }));
  const rest = { title: "", people: "", entry: null, nocited: false, state: "abstract" };
  return { key, keywords, cited, ...rest };
}

const thesis: References = {
  uri: "file:///main.tex",
  sections: [
    { title: "Trees", chapter: "Trees" },
    { title: "Rows", chapter: "Trees" },
    { title: "Rows", chapter: "Shrubs" },
  ],
  references: [
    reference("yew", [null], ["Shrubs"]),
    reference("oak", [0, 1], ["trees"]),
    reference("ash", [1, 1], ["Trees", "rows"]),
    reference("box", [2]),
    reference("elm", [], ["trees"]),
  ],
  abstracts: { known: 0, cited: 0 },
  chosen: { origin: "document", keys: ["yew", "oak", "ash", "box"] },
};

function ticked(found: References): readonly string[] {
  return paperRows(found).map(({ label, isHeading, picked }) =>
    isHeading ? `${label}:` : `${label}${picked ? " x" : ""}`,
  );
}

test("papers are offered under what they are, and what is meant is ticked", () => {
  const inDraft = ["Cited in the Draft:", "yew", "oak", "ash", "box", "Not Cited Yet:", "elm"];
  assert.deepEqual(ticked(thesis), inDraft);
  const chosen = { origin: "chapter", keys: ["ash"], inOwnText: ["oak"] };
  assert.deepEqual(ticked({ ...thesis, chosen }), [
    ...["Cited in This Chapter:", "ash x", "Already in Your Own Text:", "oak"],
    ...["Cited Elsewhere:", "yew", "box", "Not Cited Yet:", "elm"],
  ]);
  assert.deepEqual(ticked({ ...thesis, references: [] }), []);
});

test("a paper is found by its people, keywords and the sections that cite it", () => {
  const oak = { ...reference("oak", [0, 1], ["trees"]), people: "Oakley", title: "Of Oaks" };
  const [, row] = paperRows({ ...thesis, references: [oak] });
  assert.equal(row?.description, "Oakley · Trees · Trees › Rows");
  assert.equal(row?.detail, "Of Oaks · trees");
});

test("it is unclear whom a thesis means, and where nothing is cited", () => {
  assert.ok(isUnclear(thesis));
  assert.ok(!isUnclear({ ...thesis, chosen: { origin: "chapter", keys: ["oak"] } }));
  assert.ok(isUnclear({ ...thesis, chosen: { origin: "section", keys: [] } }));
  const article = { ...thesis, sections: [{ title: "Introduction", chapter: "" }] };
  assert.ok(!isUnclear({ ...article, references: [reference("oak", [0])] }));
});
