/** Numbers in the texts of documents, strictly: what `Number()` makes of damaged ones ("0x1", "", "1\v") is another number. */
const real = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Null unless the text is one decimal number and nothing else but spaces around it. */
export function plainNumber(text: string): number | null {
  const bare = trimmedOf(text, " ");
  const value = real.test(bare) ? Number(bare) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

/** White space of XML and of key trees. */
export const whiteSpace = " \t\r\n";

/** `text` without the marks at its ends. Other than `trim` it knows no other marks: what is left of a digit stays. */
export function trimmedOf(text: string, marks: string): string {
  let [from, to] = [0, text.length];
  while (from < to && marks.includes(text[from])) from++;
  while (to > from && marks.includes(text[to - 1])) to--;
  return text.slice(from, to);
}

export const hasExponent = (text: string): boolean => /\de/i.test(text);
