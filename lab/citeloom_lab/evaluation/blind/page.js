"use strict";
const page = document.documentElement.dataset.page;
const sentences = [...document.querySelectorAll(".sentence")];

function inputs(sentence) {
  return [...sentence.querySelectorAll("input")];
}

function voteOf(sentence) {
  const on = inputs(sentence).filter((input) => input.checked);
  const [text, at] = sentence.id.split(".");
  return {
    text,
    sentence: Number(at),
    vote: on.find((input) => input.type === "radio")?.value ?? "",
    faults: on.filter((input) => input.type === "checkbox").map((input) => input.value),
  };
}

function votes() {
  return sentences.map(voteOf).filter((vote) => vote.vote);
}

function exported() {
  return JSON.stringify({ page, votes: votes() }, null, 1);
}

function take(found) {
  const byName = new Map(found.map((vote) => [`${vote.text}.${vote.sentence}`, vote]));
  for (const sentence of sentences) {
    const vote = byName.get(sentence.id);
    for (const input of inputs(sentence)) {
      input.checked = vote !== undefined
        && (input.type === "radio" ? vote.vote === input.value : vote.faults.includes(input.value));
    }
  }
}

function show() {
  const count = { keep: 0, edit: 0, throw: 0 };
  const faults = {};
  for (const sentence of sentences) {
    const vote = voteOf(sentence);
    sentence.dataset.vote = vote.vote;
    if (vote.vote) count[vote.vote] += 1;
    if (vote.vote && vote.vote !== "keep") {
      for (const fault of vote.faults) faults[fault] = (faults[fault] ?? 0) + 1;
    }
  }
  const done = count.keep + count.edit + count.throw;
  const named = Object.entries(faults).map(([fault, number]) => `${fault} ${number}`).join(", ");
  document.getElementById("count").textContent =
    `${done} of ${sentences.length} sentences: keep ${count.keep}, edit ${count.edit}, `
    + `throw away ${count.throw}${named ? ` (${named})` : ""}`;
}

function keep() {
  try {
    localStorage.setItem(`votes ${page}`, exported());
  } catch {
    // A browser may refuse to keep anything for a file; the export holds the votes.
  }
}

function changed() {
  show();
  keep();
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".sentence")) changed();
});
document.addEventListener("keydown", (event) => {
  const value = { k: "keep", e: "edit", t: "throw" }[event.key];
  const sentence = event.target.closest?.(".sentence");
  if (!value || !sentence || event.ctrlKey || event.metaKey || event.altKey) return;
  inputs(sentence).find((input) => input.value === value).checked = true;
  changed();
});
document.getElementById("export").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
  link.download = `votes-${page}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
});
document.getElementById("import").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  try {
    take(JSON.parse(await file.text()).votes);
    changed();
  } catch {
    document.getElementById("count").textContent = "this file holds no votes";
  }
});
try {
  const kept = localStorage.getItem(`votes ${page}`);
  if (kept) take(JSON.parse(kept).votes);
} catch {
  // As above.
}
show();
