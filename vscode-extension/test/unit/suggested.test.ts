import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { LanguageClient } from "vscode-languageclient/node";
import type { References, Suggestion } from "../../src/answers";
import { suggestedGroup, tooltip } from "../../src/references/suggested";
import { cite, citeListed } from "../../src/suggesting";
import { told, window, workspace } from "./vscode";

const range = { start: { line: 6, character: 0 }, end: { line: 6, character: 9 } };
const sentence = { uri: "file:///main.tex", range, text: "Graph parsers look at all trees." };

function suggestion(paper: string, more: Partial<Suggestion> = {}): Suggestion {
  return {
    paper,
    title: `Of ${paper}`,
    people: "Eisner",
    year: 1996,
    venue: "COLING",
    quote: "We look at all trees.",
    key: "",
    citedBy: [],
    cites: [],
    sources: ["corpus"],
    sentence,
    ...more,
  };
}

const found: References = {
  uri: "file:///main.tex",
  sections: [],
  references: [],
  abstracts: { known: 0, cited: 0 },
  chosen: { origin: "document", keys: [] },
  suggestions: [
    suggestion("trees"),
    suggestion("moved", { sentence: { ...sentence, range: null }, year: null }),
    suggestion("whole", { sentence: null, people: "Lee" }),
  ],
  notes: ["corpus: its index is of last week"],
  mayAsk: true,
};

beforeEach(() => told.splice(0));

test("there is a group of suggestions once somebody has looked, at every paper what it takes", () => {
  const { suggestions, ...before } = found;
  assert.equal(suggestedGroup(before), undefined);
  const group = suggestedGroup(found);
  assert.deepEqual(
    group?.papers.map(({ label, description, can }) => [label, description, can]),
    [
      ["Of trees", "Eisner 1996", "suggestion sentence"],
      ["Of moved", "Eisner", "suggestion"],
      ["Of whole", "Lee 1996", "suggestion"],
    ],
  );
  assert.equal(suggestions?.length, 3);
});

test("where nothing is found the group has the notes, and a way to have services asked", () => {
  const nothing = { ...found, suggestions: [], mayAsk: false };
  const group = suggestedGroup(nothing);
  assert.equal(group?.notes?.tooltip, "corpus: its index is of last week");
  assert.equal(group?.asking?.kind, "asking");
  const allowed = suggestedGroup({ ...found, notes: [] });
  assert.deepEqual([allowed?.notes, allowed?.asking], [undefined, undefined]);
});

test("its tooltip says why it fits, and for which sentence", () => {
  const known = suggestion("trees", { key: "eisner1996", citedBy: ["ash", "elm"], cites: ["oak"] });
  assert.equal(
    tooltip(known),
    "Of trees\nEisner, 1996, COLING\nIt says: “We look at all trees.”\n" +
      "In your .bib files as eisner1996\n" +
      "Your references that cite it: ash, elm\nIt cites your references: oak\n" +
      "Found by: corpus\nFor your sentence: “Graph parsers look at all trees.”",
  );
  assert.match(tooltip(suggestion("whole", { sentence: null })), /fits the draft as a whole/);
  const moved = suggestion("moved", { sentence: { ...sentence, range: null } });
  assert.match(tooltip(moved), /a sentence that has changed: “Graph/);
  const bare = suggestion("bare", { quote: "Of bare", sources: [] });
  assert.doesNotMatch(tooltip(bare), /It says|Found by/);
});

/** A client whose server takes what it is told to, and notes it. */
function taking(asked: unknown[], changed: readonly string[]): LanguageClient {
  const sendRequest = async (_: string, { arguments: [argument] }: { arguments: unknown[] }) => {
    asked.push(argument);
    return { key: "eisner1996", applied: true, changed };
  };
  const code2ProtocolConverter = { asUri: String, asPosition: (at: unknown) => at };
  return { sendRequest, code2ProtocolConverter } as never;
}

function file(name: string, isDirty: boolean, saved: string[]) {
  const uri = { path: `/${name}`, toString: () => `file:///${name}` };
  return { uri, isDirty, save: async () => saved.push(name) };
}

test("the .bib file is saved unless it had unsaved changes; the text never is", async () => {
  const changed = ["file:///refs.bib", "file:///main.tex"];
  for (const [isDirty, expected] of [
    [false, ["refs.bib"]],
    [true, []],
  ] as const) {
    const saved: string[] = [];
    const names = ["main.tex", "other.bib", "refs.bib"];
    workspace.textDocuments = names.map((it) => file(it, isDirty && it === "refs.bib", saved));
    await cite(taking([], changed), { paper: "trees" });
    assert.deepEqual(saved, expected);
  }
  workspace.textDocuments = [];
});

test("one of the list is cited at its sentence, which is shown", async () => {
  const asked: unknown[] = [];
  await citeListed(taking(asked, []), "file:///main.tex", suggestion("trees"));
  assert.deepEqual(asked, [{ uri: "file:///main.tex", paper: "trees" }]);
  assert.deepEqual(
    told.map(({ name, given }) => [name, given[0]]),
    [["showTextDocument", "file:///main.tex"]],
  );
  const options = told[0]?.given[1] as { selection: { given: readonly number[] } } | undefined;
  assert.deepEqual(options?.selection.given, [6, 0, 6, 0]);
});

test("one without a sentence is cited where the cursor is, or gets an entry alone", async () => {
  const cursor = { line: 4, character: 2 };
  const document = { uri: { path: "/main.tex", toString: () => "file:///main.tex" } };
  window.activeTextEditor = { document, selection: { active: cursor } };
  const asked: unknown[] = [];
  const whole = suggestion("whole", { sentence: null });
  await citeListed(taking(asked, []), "file:///main.tex", whole);
  assert.deepEqual(asked, [{ uri: "file:///main.tex", position: cursor, paper: "whole" }]);
  const rows = told[0]?.given[0] as { label: string; description: string }[];
  assert.deepEqual(
    rows.map(({ label, description }) => [label, description]),
    [
      ["At the Sentence Where the Cursor Is", "main.tex, line 5"],
      ["As a .bib Entry Only", "no sentence cites it yet"],
    ],
  );
  // Of one whose sentence has changed there is no other sentence to be sure of.
  told.splice(0);
  await citeListed(
    taking(asked, []),
    undefined,
    suggestion("moved", { sentence: { ...sentence, range: null } }),
  );
  assert.equal((told[0]?.given[0] as unknown[] | undefined)?.length, 1);
  window.activeTextEditor = undefined;
  await citeListed(taking(asked, []), undefined, whole);
  assert.equal(asked.length, 2);
});
