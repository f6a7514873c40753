/**
 * The texts of notes (formats.md 4.7): `( a , b )` lists, `(.(."key", value), (."key", value))` trees, strings, numbers.
 * Quotes come first: parentheses inside strings mean nothing.
 */
import { trimmedOf, whiteSpace } from "../plain-number.ts";

export type KeyValue = string | number | KeyValue[] | KeyTree;
export interface KeyTree {
  entries: [key: string, value: KeyValue][];
}

const deepest = 100;
/** Integers and reals; whatever else stands there is a word, and no number that it resembles. */
const number = /^[+-]?\d+(\.\d+)?$/;

/** Null when the text does not follow the grammar. Takes time in proportion to the text. */
export function parseKeyTree(text: string): KeyValue | null {
  const parser = new Parser(text);
  const value = parser.value(0);
  return value !== undefined && parser.isAtEnd() ? value : null;
}

export const isTree = (value: KeyValue | null | undefined): value is KeyTree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value of a key of this tree. */
export const entryOf = (tree: KeyTree, key: string): KeyValue | undefined =>
  tree.entries.find(([name]) => name === key)?.[1];

/** The last value, anywhere below, whose key or last step of a dotted key is `key`. */
export function findDeep(value: KeyValue, key: string): KeyValue | undefined {
  let found: KeyValue | undefined;
  const children = Array.isArray(value) ? value : isTree(value) ? value.entries.map(([, child]) => child) : [];
  if (isTree(value)) {
    for (const [name, child] of value.entries) if (name === key || name.endsWith(`.${key}`)) found = child;
  }
  for (const child of children) found = (typeof child === "object" ? findDeep(child, key) : undefined) ?? found;
  return found;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length;
  }

  value(depth: number): KeyValue | undefined {
    this.#skipBlanks();
    const c = this.#text[this.#at];
    if (c === '"') return this.#string();
    if (c !== "(") return this.#bare();
    if (depth >= deepest) return undefined;
    this.#at++;
    if (!this.#take(".")) return this.#list(depth);
    return this.#tree(depth);
  }

  #list(depth: number): KeyValue[] | undefined {
    const items: KeyValue[] = [];
    if (this.#take(")")) return items;
    do {
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    } while (this.#take(","));
    return this.#take(")") ? items : undefined;
  }

  #tree(depth: number): KeyTree | undefined {
    const entries: KeyTree["entries"] = [];
    if (this.#take(")")) return { entries };
    do {
      if (!this.#take("(") || !this.#take(".")) return undefined;
      this.#skipBlanks();
      const key = this.#text[this.#at] === '"' ? this.#string() : undefined;
      if (key === undefined || !this.#take(",")) return undefined;
      const value = this.value(depth + 1);
      if (value === undefined || !this.#take(")")) return undefined;
      entries.push([key, value]);
    } while (this.#take(","));
    return this.#take(")") ? { entries } : undefined;
  }

  #string(): string | undefined {
    const from = this.#at + 1;
    let end = from;
    for (;;) {
      const c = this.#text[end];
      if (c === undefined) return undefined;
      if (c === '"') break;
      end += c === "\\" ? 2 : 1;
    }
    this.#at = end + 1;
    const escapes = /\\(x[da]|.)/gs; // the one digit of \xd must not swallow a letter behind it
    return this.#text.slice(from, end).replace(escapes, (_, escaped: string) => {
      return escaped === "xd" ? "\r" : escaped === "xa" ? "\n" : escaped;
    });
  }

  /** A number, or a word that is none. Empty values occur between a comma and a parenthesis. */
  #bare(): KeyValue {
    const from = this.#at;
    while (this.#at < this.#text.length && !'(),"'.includes(this.#text[this.#at])) this.#at++;
    const word = trimmedOf(this.#text.slice(from, this.#at), whiteSpace);
    return number.test(word) ? Number(word) : word;
  }

  #take(c: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== c) return false;
    this.#at++;
    return true;
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && whiteSpace.includes(this.#text[this.#at])) this.#at++;
  }
}
