// The script of the preview's page: tells the extension what was clicked, or chosen by keyboard.

const editor = acquireVsCodeApi();

function act(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  const chosen = target.closest<HTMLElement>("[data-key], [data-version], [data-changes]");
  if (!chosen) return false;
  const { key, sentence, version, changes } = chosen.dataset;
  if (version) editor.postMessage({ insert: Number(version) });
  else editor.postMessage(changes ? { changes: Number(changes) } : { key, sentence });
  return true;
}

document.addEventListener("click", (event) => act(event.target));
document.addEventListener("keydown", (event) => {
  const isLink = event.target instanceof Element && event.target.getAttribute("role") === "link";
  if (event.key === "Enter" && isLink && act(event.target)) event.preventDefault();
});
