// Texts of others as VS Code may show them.

const BETWEEN_BRACKETS = /(?<=\])(?=\()/g;
const BEFORE_ICON = /(?<=\$)(?=\([\w~-]+\))/g;
// What ends a line or has no look of its own (halves of signs, too), and what turns the direction of
// the text behind it. Single joiners between signs of other scripts are spelling: the rule is that
// of the server's `visible.py`.
const WITHOUT_A_LOOK =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u115f\u1160\u180e\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]+|\u034f|[\u200b-\u200d]{2,}|(?<![\u02b0-\u{10ffff}])[\u200b-\u200d](?![\u02b0-\u{10ffff}])/gu;

/**
 * Returns a text on one line that forms no link and no icon.
 *
 * In a notification `[label](command:…)` is a link that runs any command at one click, and in
 * titles, rows and the status bar `$(name)` is an icon. There is no escape from the first: VS Code
 * looks for the two brackets side by side, so a space stands between them. The server does the
 * same to what it sends (`lsp/connection/shown.py`); what its commands answer comes as it is.
 */
export function shown(text: string): string {
  return onOneLine(text).replace(BETWEEN_BRACKETS, " ").replace(BEFORE_ICON, " ");
}

/** Returns a text on one line, of signs that have a look of their own and that XML can hold. */
export function onOneLine(text: string): string {
  return text.replace(WITHOUT_A_LOOK, " ").replace(/\s+/g, " ").trim();
}
