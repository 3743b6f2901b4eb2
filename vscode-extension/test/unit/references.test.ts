import assert from "node:assert/strict";
import { test } from "node:test";
import type { Reference, References } from "../../src/answers";
import { summary, tooltip, tree } from "../../src/references/tree";

const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 3 } };
const entry = { uri: "file:///refs.bib", range };
const place = (section: number | null) => ({ section, uri: "file:///main.tex", range });

function reference(key: string, more: Partial<Reference> = {}): Reference {
  return {
    key,
    title: `Of ${key}`,
    people: "Lee 2020",
    keywords: [],
    entry,
    cited: [place(0)],
    nocited: false,
    state: "abstract",
    abstractFrom: "the .bib file",
    ...more,
  };
}

const found: References = {
  uri: "file:///main.tex",
  sections: [
    { title: "Introduction", chapter: "" },
    { title: "Method", chapter: "" },
  ],
  references: [
    reference("ash", { cited: [place(1), place(1), place(0)], hasPdf: true }),
    reference("elm", { state: "retracted", notices: ["retraction"] }),
    reference("lost", { entry: null, state: "not in the .bib", abstractFrom: "" }),
    reference("fir", { cited: [], nocited: true, state: "no abstract", abstractFrom: "" }),
    reference("oak", { cited: [], state: null, people: "", keywords: ["Parks"] }),
  ],
  abstracts: { known: 2, cited: 3 },
  chosen: { origin: "document", keys: [] },
};

const shape = (groups: ReturnType<typeof tree>) =>
  groups.map(({ label, papers }) => [label, papers.map((one) => one.reference.key)]);

test("by state the gravest comes first, what is not cited last", () => {
  assert.deepEqual(shape(tree(found)), [
    ["Not in the .bib", ["lost"]],
    ["Retracted or Withdrawn", ["elm"]],
    ["Without an Abstract", ["fir"]],
    ["With an Abstract", ["ash"]],
    ["Not Cited", ["oak"]],
  ]);
});

test("a state that a newer server names is not lost", () => {
  const newer = { ...found, references: [reference("ash", { state: "lent out" })] };
  assert.deepEqual(shape(tree(newer)), [["Not Looked Up", ["ash"]]]);
});

test("a paper has the places that cite it, and what can be done with it", () => {
  const papers = tree(found).flatMap((one) => one.papers);
  const of = new Map(papers.map((one) => [one.reference.key, one]));
  assert.deepEqual(
    of.get("ash")?.places.map(({ label }) => label),
    ["Method", "Method", "Introduction"],
  );
  assert.equal(of.get("ash")?.can, "entry pdf cited");
  assert.equal(of.get("lost")?.can, "undefined");
  assert.equal(of.get("oak")?.can, "entry");
  const web = reference("ash", { links: [{ name: "DOI", url: "https://doi.org/10.1/x" }] });
  const [group] = tree({ ...found, references: [web] });
  assert.equal(group?.papers[0]?.can, "entry web cited");
  const bare = reference("ash", { abstractFrom: "" });
  const [without] = tree({ ...found, references: [bare] });
  assert.equal(without?.papers[0]?.can, "entry bare cited");
  const several = reference("ash", { state: "ambiguous", candidates: 1 });
  const [probable] = tree({ ...found, references: [several] });
  assert.equal(probable?.papers[0]?.can, "entry several cited");
});

test("its tooltip says all that is known", () => {
  const one = reference("ash", {
    state: "ambiguous",
    candidates: 2,
    published: "10.1/x",
    fullText: "PDF",
    notices: ["correction"],
    keywords: ["trees", "rows"],
  });
  assert.equal(
    tooltip(one),
    "Of ash\nLee 2020\nCited once\nIt has a published correction\nIt may be one of 2 papers\n" +
      "Published version: doi:10.1/x\nAbstract from the .bib file\nFull text: PDF\n" +
      "Keywords: trees, rows",
  );
  const lost = reference("lost", {
    entry: null,
    cited: [],
    title: "",
    people: "",
    abstractFrom: "",
  });
  assert.equal(
    tooltip(lost),
    "lost\nNot cited in the text\nNo .bib file of the project has this key",
  );
});

test("how many are known is said as the server counts them", () => {
  assert.equal(summary(found), "2 of 3 cited papers with an abstract");
});
