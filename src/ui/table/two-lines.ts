/** How narrow a text may be set so that it takes two lines and none of it is cut. Widths are in em of Inter, a little generous. */

/** A word longer than this is broken where the line ends. */
const longestWord = 24;
/** Shorter texts are never broken. */
const longestLine = 14;

const wide = /[MW@%m—]/;
const narrow = /[ijltfrI1.,:;'|()[\]!-]/;
const capital = /\p{Lu}/u;
const beyondLatin = /[^ -\u024f\u2010-\u2026]/u;

/** Where a line may end: behind a space or a hyphen, not inside a date. */
const lineEnd = /(?<=[\s-])(?<!\d{4}-(?=\d\d-\d\d))(?<!\d{4}-\d\d-(?=\d\d))/;
/** A date, and the end of a cut text: its ellipsis does not stand on a line of its own. */
const unbroken = /(\d{4}-\d\d-\d\d|\S{1,8}…$)/u;

/** The parts of a text, and which of them no line may break. */
export const unbrokenIn = (text: string): { part: string; isUnbroken: boolean; at: number }[] => {
  let end = 0;
  return text.split(unbroken).map((part, k) => {
    const at = end;
    end += part.length;
    return { part, isUnbroken: k % 2 === 1, at };
  });
};

/** Width of a text, in em. */
export function widthOf(text: string): number {
  let em = 0;
  for (const letter of text)
    em += beyondLatin.test(letter)
      ? 1.1
      : letter === " "
        ? 0.3
        : wide.test(letter)
          ? 0.95
          : narrow.test(letter)
            ? 0.42
            : capital.test(letter)
              ? 0.76
              : 0.65;
  return em;
}

/** The least width in em in which the text takes two lines at most; null for a text that stays on one line. */
export function twoLineWidth(text: string): number | null {
  if (text.length <= longestLine) return null;
  const words = text.split(lineEnd);
  if (words.some(({ length }) => length > longestWord)) return brokenWidth(words.map(widthOf));
  let least = widthOf(text);
  for (let k = 1; k < words.length; k++) {
    const lines = [words.slice(0, k), words.slice(k)].map((line) => widthOf(line.join("").trim()));
    least = Math.min(least, Math.max(...lines));
  }
  return least + 0.3;
}

/** The least width for words of these widths, of which those that are longer than a line are broken, each from the start of a line on. */
function brokenWidth(words: readonly number[]): number {
  const whole = words.reduce((sum, width) => sum + width, 0);
  // A broken line leaves out the letter that does not fit any more: an em and a half at most, and the estimate is one.
  for (let width = whole / 2 + 2; width < whole; width += 0.5) if (linesIn(words, width - 1.5) <= 2) return width;
  return whole;
}

/** Lines as a browser fills them: a word goes to the next line where it fits whole; one that fits none begins a line of its own and is broken. */
function linesIn(words: readonly number[], width: number): number {
  let lines = 1;
  let filled = 0;
  for (const word of words) {
    if (filled > 0 && filled + word > width) {
      lines++;
      filled = 0;
    }
    filled += word;
    for (; filled > width; filled -= width) lines++;
  }
  return lines;
}
