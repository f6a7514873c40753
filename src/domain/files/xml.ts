/**
 * Reads the small XML documents of an archive, strictly: elements, attributes, text, comments, CDATA. No document types,
 * no entities but the five of the standard and character numbers, no more depth and size than such documents have.
 */

import { trimmedOf, whiteSpace } from "../plain-number.ts";

export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** Its own text, without that of its children, trimmed. */
  text: string;
}

/** The document is no XML of this kind. `offset` counts characters. */
export class XmlRefused extends Error {
  override name = "XmlRefused";
  readonly offset: number;

  constructor(offset: number) {
    super(`The text is no plain XML at character ${offset}.`);
    this.offset = offset;
  }
}

const deepest = 32;
/** Half a million events have so many; all of them are held. */
const mostElements = 3_000_000;
const mostAttributes = 1000;
const noAttributes: ReadonlyMap<string, string> = new Map();
const nameMark = /[\p{L}_:][\p{L}\p{N}_:.-]*/uy;
const attributeMark = /\s+([\p{L}_:][\p{L}\p{N}_:.-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/uy;
const entities: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** `most`: elements. @throws XmlRefused */
export function parseXml(text: string, most = mostElements): XmlElement {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const refuse = (offset = at): never => {
    throw new XmlRefused(offset);
  };
  const skipTo = (mark: string) => {
    const end = text.indexOf(mark, at);
    if (end < 0) refuse();
    at = end + mark.length;
  };
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const decode = (raw: string, offset: number) =>
    raw.replaceAll(/&([^;&]{0,10});?/g, (whole, name: string) => {
      if (!whole.endsWith(";")) refuse(offset);
      const number = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name);
      if (!number) return entities.get(name) ?? refuse(offset);
      const code = number[1] ? Number.parseInt(number[1], 16) : Number(number[2]);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : refuse(offset);
    });

  let root: XmlElement | null = null;
  let elements = 0;
  const open: { element: XmlElement; texts: string[] }[] = [];
  const close = () => {
    const done = open.pop();
    if (done) done.element.text = trimmedOf(done.texts.join(""), whiteSpace);
  };
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const end = next < 0 ? text.length : next;
    const raw = text.slice(at, end);
    const holder = open.at(-1);
    if (holder) holder.texts.push(decode(raw, at));
    else if (raw.trim() !== "" && raw.replaceAll("\0", "").trim() !== "") refuse();
    at = end;
    if (next < 0) break;
    if (text.startsWith("<?", at)) skipTo("?>");
    else if (text.startsWith("<!--", at)) skipTo("-->");
    else if (text.startsWith("<![CDATA[", at) && holder) {
      const from = at + 9;
      skipTo("]]>");
      holder.texts.push(text.slice(from, at - 3));
    } else if (text.startsWith("</", at)) {
      at += 2;
      const name = match(nameMark)?.[0];
      match(/\s*/y);
      if (name === undefined || name !== holder?.element.name || text[at] !== ">") refuse();
      at++;
      close();
    } else {
      if ((root !== null && holder === undefined) || ++elements > most) refuse();
      at++;
      const name = match(nameMark)?.[0] ?? refuse(); // also a document type
      const attributes = new Map<string, string>();
      for (let found = match(attributeMark); found; found = match(attributeMark)) {
        attributes.set(found[1], decode(found[2] ?? found[3], at));
        if (attributes.size > mostAttributes) refuse();
      }
      match(/\s*/y);
      const isEmpty = text[at] === "/";
      if (isEmpty) at++;
      if (text[at] !== ">" || open.length >= deepest) refuse();
      at++;
      const kept = attributes.size > 0 ? attributes : noAttributes;
      const element: XmlElement = { name, attributes: kept, children: [], text: "" };
      holder?.element.children.push(element);
      root ??= element;
      if (!isEmpty) open.push({ element, texts: [] });
    }
  }
  if (open.length > 0 || root === null) return refuse();
  return root;
}

const isNamed = (name: string) => (element: XmlElement) => element.name.toLowerCase() === name.toLowerCase();

/** The first child of that name, whatever its letter case (tag names are not certain, formats.md 3.4). */
export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find(isNamed(name));

/** All elements of that name below `element`, in order of the document. */
export function* descendantsOf(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (isNamed(name)(child)) yield child;
    yield* descendantsOf(child, name);
  }
}

/** Value of an attribute, whatever its letter case. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  for (const [key, value] of element.attributes) if (key.toLowerCase() === name.toLowerCase()) return value;
  return undefined;
}
