// How the preview looks: in the colours of the user's theme.

export const STYLE = `
body { max-width: 110rem; padding: 0 1.5rem 12rem; line-height: 1.6; overflow-wrap: anywhere; }
main { display: flex; gap: 2rem; flex-wrap: wrap; }
article { flex: 1 1 16rem; max-width: 48rem; }
.paragraph { margin: 1rem 0; position: relative; }
h1 { font-size: 1.3rem; margin-bottom: .2rem; } h2 { font-size: 1.05rem; margin-top: 1.4rem; }
.note, header p, footer { color: var(--vscode-descriptionForeground); }
.warning {
  padding: .3rem .8rem; border-left: 3px solid var(--vscode-editorWarning-foreground);
  background: var(--vscode-textBlockQuote-background);
}
.text { border-radius: 2px; }
.text[role="link"], .cite { cursor: pointer; }
.cite { color: var(--vscode-textLink-foreground); font-size: .92em; }
.sentence:hover .text, .text:focus {
  background: var(--vscode-editor-hoverHighlightBackground);
  text-decoration: underline dotted; text-underline-offset: .2em;
}
.text:focus-visible, .key:focus-visible, .insert:focus-visible {
  outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px;
}
.doubtful {
  text-decoration: underline wavy var(--vscode-editorWarning-foreground);
  text-underline-offset: .2em;
}
sup { line-height: 0; }
.doubts {
  margin: .4rem 0 1rem; padding: .3rem .8rem; list-style: none; font-size: .95em;
  border-left: 3px solid var(--vscode-editorWarning-foreground);
  background: var(--vscode-textBlockQuote-background);
}
.sources {
  /* Below the last line of its sentence, as wide as the paragraph. */
  display: none; position: absolute; z-index: 1; left: 0; right: 0; max-width: 34rem;
  padding: .4rem .8rem; color: var(--vscode-editorHoverWidget-foreground);
  background: var(--vscode-editorHoverWidget-background);
  border: 1px solid var(--vscode-editorHoverWidget-border, var(--vscode-contrastBorder));
  box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
}
.sentence:hover .sources, .sentence:has(:focus-visible) .sources { display: block; }
.sentence:hover .sources { z-index: 2; }
.sources ul { margin: 0; padding-left: 1rem; }
.why { margin: 0 0 .3rem; }
.uncited { margin-top: 2rem; }
.key {
  border: 0; padding: 0; background: none; color: var(--vscode-textLink-foreground);
  font: inherit; cursor: pointer;
}
.key:hover { text-decoration: underline; }
.insert {
  border: 1px solid var(--vscode-button-border, transparent); padding: .4rem 1rem; cursor: pointer;
  color: var(--vscode-button-foreground); background: var(--vscode-button-background);
}
.insert.other {
  color: var(--vscode-button-secondaryForeground);
  background: var(--vscode-button-secondaryBackground);
}
.insert:hover { background: var(--vscode-button-hoverBackground); }
`;
