import assert from "node:assert/strict";
import { test } from "node:test";
import type { Offered, Sentence } from "../../src/answers";
import { page } from "../../src/preview/page";
import { find, wrapped } from "../../src/preview/source";

const offered: Offered = {
  offer: "o",
  uri: "file:///main.tex",
  version: 0,
  section: "Related Work",
  title: "extractive, 1 paragraph",
  paragraphs: [],
  uncited: [],
  references: [],
  notes: [],
};
const frame = { nonce: "abc", script: "vscode-resource:/preview.js" };

function sentence(text: string, more: Partial<Sentence> = {}): Sentence {
  return { text, parts: [text], cites: [], evidence: [], ...more };
}

test("a sentence shows its citations where they stand, and its sources beside it", () => {
  const parts = [
    { cites: ["a"], form: "textual", names: "Lee and Wu" },
    " show X",
    { cites: ["b", "c"], form: "parenthetical", names: "" },
    ".",
  ];
  const evidence = [
    { key: "a", source: "abstract", sentence: "We show X." },
    { key: "", source: "title", sentence: "A Garden" },
    { key: "a", source: "citing", sentence: "A shows X.", by: "d" },
  ];
  const one = sentence("Lee and Wu show X.", { parts, cites: ["a", "b", "c"], evidence });
  const shown = page([{ ...offered, paragraphs: [{ topic: "Xs", sentences: [one] }] }], frame);
  const read = shown.replace(/<[^>]*>/g, "");
  assert.match(shown, /<h2>Xs<\/h2>/);
  assert.match(read, /Lee and Wu \[a\] show X \[b, c\]\./);
  assert.match(shown, /class="text"[^>]*role="link" data-key="a" data-sentence="We show X\."/);
  assert.match(shown, /your draft, title: <q>A Garden<\/q>/);
  assert.match(read, /a, said about it by d: A shows X\./);
  assert.match(
    shown,
    /said about it by <button class="key" data-key="d" data-sentence="A shows X\."/,
  );
  assert.ok(!shown.includes('data-key=""'));
  for (const key of ["b", "c"]) assert.match(shown, new RegExp(`<li><button[^>]*>${key}</button>`));
});

test("how closely the text ties its references together stands at its foot", () => {
  const foot = "It cites 3 references. 1 pair shares a sentence & more.";
  const shown = page([{ ...offered, foot }], frame);
  assert.match(
    shown,
    /<footer>It cites 3 references\. 1 pair shares a sentence &#38; more\.<\/footer>/,
  );
  assert.ok(!page([offered], frame).includes("<footer"));
});

test("a text that another one stands in place of can be shown against it", () => {
  const shown = page([{ ...offered, replaces: true }], frame);
  assert.match(shown, /<button class="insert other" data-changes="0">Show changes<\/button>/);
  assert.ok(!page([offered], frame).includes("data-changes"));
});

test("a sentence that its papers do not bear out is marked, with the reason under it", () => {
  const reason = "'a': its abstract does not have 40 <b>";
  const doubt = { kind: "number", reason, start: 6, end: 14 };
  const one = sentence("Birds 40 birds.", { cites: ["a"], doubts: [doubt] });
  const whole = { ...doubt, reason: "'c' says more of it than 'b' or 'x'", start: 0, end: 16 };
  const two = sentence("All of it sings.", { cites: ["b"], doubts: [whole] });
  const references = [{ key: "c", title: "Song", hasAbstract: true }];
  const sentences = [one, sentence("They fly.", { doubts: [] }), two];
  const shown = page([{ ...offered, references, paragraphs: [{ topic: "", sentences }] }], frame);
  const read = shown
    .replace(/<q>/g, "“")
    .replace(/<\/q>/g, "”")
    .replace(/<[^>]*>/g, "");
  assert.match(shown, /<span class="doubtful">Birds 40 birds\.<\/span><sup role="img"/);
  assert.match(shown, /aria-label="to be checked, 2 below">⚠2</);
  assert.match(read, /⚠ 1 To be checked: “40 birds”: a: its abstract does not have 40 &#60;b/);
  // The papers that a reason names can be gone to, also where one points at the sentence.
  const reason2 = "c says more of it than b or &#39;x&#39;";
  assert.ok(read.includes(`⚠ 2 To be checked: ${reason2}`));
  assert.match(
    shown,
    /id="s0-0-2"><p class="why">⚠ To be checked: <button class="key" data-key="c"/,
  );
  assert.equal(shown.match(/data-key="c"/g)?.length, 2);
  assert.ok(!shown.includes('data-key="x"'));
  assert.ok(!shown.includes('<span class="doubtful">They fly'));
  const without = page(
    [{ ...offered, paragraphs: [{ topic: "", sentences: [sentence("A.")] }] }],
    frame,
  );
  assert.ok(!/"doubts"|⚠/.test(without));
});

test("a sentence that nothing stands behind goes nowhere", () => {
  const paragraphs = [{ topic: "", sentences: [sentence("These are trees.")] }];
  const shown = page([{ ...offered, paragraphs }], frame);
  assert.match(shown, /<span class="plain">These are trees\.<\/span>/);
  assert.ok(!/role="link" data/.test(shown));
});

test("what is not cited is named, and why; notes stand above", () => {
  const references = [
    { key: "y", title: "Yew & Co", hasAbstract: true },
    { key: "z", title: "Zinnia", hasAbstract: false },
  ];
  const notes = ["It was written before the draft changed."];
  const shown = page([{ ...offered, uncited: ["y", "z"], references, notes }], frame);
  const read = shown.replace(/<[^>]*>/g, "");
  assert.match(read, /Not citedy Yew &#38; Coz Zinnia \(no abstract was found\)/);
  assert.match(shown, /role="note">It was written before the draft changed\.<.*<main>/s);
});

test("nothing that a paper says becomes markup or script", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='x'>\u202egnol`;
  const evidence = [{ key: evil, source: evil, sentence: evil }];
  const parts = [evil, { cites: [evil], form: evil, names: evil }];
  const doubts = [{ kind: evil, reason: evil, start: 0, end: 5 }];
  const paragraphs = [{ topic: evil, sentences: [sentence(evil, { parts, evidence, doubts })] }];
  const references = [{ key: evil, title: evil, hasAbstract: false }];
  const more = { section: evil, title: evil, uncited: [evil], notes: [evil], references };
  const shown = page([{ ...offered, ...more, paragraphs }], frame);
  assert.equal(shown.match(/<script/g)?.length, 1);
  assert.ok(!shown.includes("<img"));
  assert.doesNotMatch(shown.replace(/<[^>]*>/g, ""), /\u202e/);
  assert.ok(!/="[^"]*"[^ >][^>]*onerror/.test(shown));
});

test("the page runs its own script alone and loads nothing from the network", () => {
  const shown = page([offered], frame);
  const policy = "default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc';";
  assert.ok(shown.includes(`content="${policy}"`));
  assert.ok(!/https?:/.test(shown));
  assert.ok(!/ (style|on[a-z]+)=/.test(shown));
});

test("versions stand side by side, each with its own button", () => {
  const versions = [0, 1].map((version) => ({
    ...offered,
    version,
    paragraphs: [{ topic: "", sentences: [sentence(`Text ${version}.`)] }],
  }));
  const shown = page(versions, frame);
  assert.match(
    shown,
    /Version 1.*data-version="0".*Text 0\..*Version 2.*data-version="1".*Text 1\./s,
  );
});

test("a sentence is found whatever its line breaks and braces", () => {
  const entry = "abstract = {First. We show  {X-Rays}\n    are {\\'e}-free, always. Last.}";
  const found = find("We show X-Rays are", entry);
  assert.ok(found);
  assert.equal(entry.slice(...found), "We show  {X-Rays}\n    are");
  assert.equal(find("Nothing like it", entry), undefined);
  assert.equal(find("...", entry), undefined);
});

test("a text is wrapped at its words", () => {
  const long = "x".repeat(20);
  assert.equal(wrapped(`one two\n three ${long} four`, 10), `one two\nthree\n${long}\nfour`);
  assert.equal(wrapped("", 10), "");
});
