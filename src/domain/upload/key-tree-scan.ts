/** Where the values of a key tree (formats.md 4.7) stand in its text, so that they can be replaced byte by byte. */

export interface TreeLeaf {
  /** Keys from the outermost to the innermost, with dots between. */
  key: string;
  /** Place in the text, without the quotes. */
  from: number;
  to: number;
  isQuoted: boolean;
}

export interface TreeScan {
  leaves: TreeLeaf[];
  /** All quotes and parentheses end; what does not end cannot be read by anybody. */
  isComplete: boolean;
}

const isBlank = (text: string, at: number) => text.charCodeAt(at) <= 0x20;
const deepest = 200;

/** `text`: one character per byte. Takes time in proportion to it, whatever it holds. */
export function scanKeyTree(text: string): TreeScan {
  const leaves: TreeLeaf[] = [];
  /** Per open parenthesis: the key of its entry, or null for lists and trees. */
  const open: (string | null)[] = [];
  const key = () => open.filter((one) => one !== null).join(".");
  let at = 0;
  const skip = () => {
    while (at < text.length && isBlank(text, at)) at++;
  };
  while (at < text.length) {
    skip();
    const c = text[at];
    if (c === undefined) break;
    if (c === "(") {
      if (open.length >= deepest) return { leaves, isComplete: false };
      open.push(null);
      at++;
      skip();
      if (text[at] !== ".") continue;
      at++;
      skip();
      if (text[at] !== '"') continue;
      const end = quoteEnd(text, at);
      if (end < 0) return { leaves, isComplete: false };
      open[open.length - 1] = text.slice(at + 1, end);
      at = end + 1;
    } else if (c === ")") {
      if (open.length === 0) return { leaves, isComplete: false };
      open.pop();
      at++;
    } else if (c === ",") at++;
    else if (c === '"') {
      const end = quoteEnd(text, at);
      if (end < 0) return { leaves, isComplete: false };
      leaves.push({ key: key(), from: at + 1, to: end, isQuoted: true });
      at = end + 1;
    } else {
      const from = at;
      while (at < text.length && !'(),"'.includes(text[at])) at++;
      leaves.push({ key: key(), from, to: at, isQuoted: false });
    }
  }
  return { leaves, isComplete: open.length === 0 };
}

/** Place of the quote that ends the string beginning at `from`, or -1. */
function quoteEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += text[at] === "\\" ? 2 : 1) if (text[at] === '"') return at;
  return -1;
}
