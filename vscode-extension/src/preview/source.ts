// Where a sentence stands in a text, whatever its line breaks and braces.

/** Returns start and end of a sentence in a text; undefined if it does not stand there. */
export function find(sentence: string, text: string): readonly [number, number] | undefined {
  const words = sentence.match(/[\p{L}\p{N}]+/gu);
  if (!words) return undefined;
  const found = new RegExp(words.join("[^\\p{L}\\p{N}]+"), "iu").exec(text);
  if (!found) return undefined;
  const end = found.index + found[0].length;
  return [found.index, /^[.!?]/.test(text.slice(end)) ? end + 1 : end];
}

/** Returns a text in lines of about so many characters. */
export function wrapped(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join("\n");
}
