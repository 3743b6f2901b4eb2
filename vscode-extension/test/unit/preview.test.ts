import assert from "node:assert/strict";
import { test } from "node:test";
import { paragraphsOf } from "../../src/preview/offer";
import { page } from "../../src/preview/page";
import { find } from "../../src/preview/source";

const offered = { offer: "o", version: 0, title: "extractive, 1 paragraph", latex: "" };
const frame = { nonce: "abc", script: "vscode-resource:/preview.js" };

test("paragraphs are read from LaTeX where there is nothing else", () => {
  const latex =
    "One line of work~\\citep{a,b}.\n\\citet[see][p.~3]{c} gain 5\\% \\& more.\n\nAnother.";
  assert.deepEqual(paragraphsOf({ ...offered, latex }), [
    {
      topic: "",
      sentences: [
        { text: "One line of work [a, b].", cites: ["a", "b"], evidence: [] },
        { text: "[c] gain 5% & more.", cites: ["c"], evidence: [] },
      ],
    },
    { topic: "", sentences: [{ text: "Another.", cites: [], evidence: [] }] },
  ]);
});

test("what the server tells of sentences is shown as it is", () => {
  const evidence = [{ key: "a", source: "abstract", sentence: "We show X." }];
  const paragraphs = [{ topic: "Xs", sentences: [{ text: "A shows X.", cites: ["a"], evidence }] }];
  const shown = page([{ ...offered, paragraphs, uncited: ["z"] }], frame);
  assert.match(shown, /<h2>Xs<\/h2>/);
  assert.match(shown, /data-key="a" data-sentence="We show X\."/);
  assert.match(shown, /Not cited<\/h2>.*data-key="z"/s);
});

test("nothing that a paper says becomes markup or script", () => {
  const evil = `"><script>alert(1)</script><img src=x onerror='x'>`;
  const evidence = [{ key: evil, source: evil, sentence: evil }];
  const paragraphs = [{ topic: evil, sentences: [{ text: evil, cites: [evil], evidence }] }];
  const shown = page([{ ...offered, title: evil, paragraphs, uncited: [evil] }], frame);
  assert.equal(shown.match(/<script/g)?.length, 1);
  assert.ok(!shown.includes("<img"));
  assert.ok(!/="[^"]*"[^ >][^>]*onerror/.test(shown));
});

test("the page runs its own script alone and loads nothing from the network", () => {
  const shown = page([{ ...offered, latex: "A.\n" }], frame);
  const policy = "default-src 'none'; style-src 'nonce-abc'; script-src 'nonce-abc';";
  assert.ok(shown.includes(`content="${policy}"`));
  assert.ok(!/https?:/.test(shown));
  assert.ok(!/ (style|on[a-z]+)=/.test(shown));
});

test("versions stand side by side, each with its own button", () => {
  const versions = [0, 1].map((version) => ({ ...offered, version, latex: `Text ${version}.` }));
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
