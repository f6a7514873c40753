/** `patient.info` and `admission.info` (spec 000 sections 5 and 9, formats.md 3.5): what they say, and what of it is kept. */

import { cnsInfoKeys, damagedCnsInfo, missingCnsInfo, unreadableCnsInfo } from "./cns.ts";
import { refuseZone, SourceRefused } from "./source-refused.ts";
import { childOf, parseXml, type XmlElement, XmlRefused } from "./xml.ts";

export const largestInfoBytes = 2 ** 20;

export interface CnsInfo {
  /** Null when the file names none, or none there is. */
  timezone: string | null;
  /** A zone is named that does not exist. Never shown as written. */
  hasUnknownZone: boolean;
  /** Epoch microseconds; the end is null where it does not lie behind the start. */
  startUs: number;
  endUs: number | null;
  root: XmlElement;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a document: UTF-16 by its mark, UTF-8 where that is valid, ISO 8859-15 otherwise (formats.md 3.4), whatever the document says. */
export function xmlText(bytes: Uint8Array): string {
  const mark = bytes.length > 1 ? bytes[0] * 256 + bytes[1] : 0;
  if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
  if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder("iso-8859-15").decode(bytes);
  }
}

/** The elements of an info file, whatever it lacks. @throws SourceRefused when it is no XML (it may be encrypted). */
export function parseInfoElements(bytes: Uint8Array, name: string): XmlElement {
  if (bytes.length === 0 || bytes.length > largestInfoBytes) throw new SourceRefused(unreadableCnsInfo(name));
  try {
    return parseXml(xmlText(bytes));
  } catch (error) {
    if (error instanceof XmlRefused) throw new SourceRefused(unreadableCnsInfo(name));
    throw error;
  }
}

/**
 * Reads an info file. `name`: what it is called in sentences.
 * @throws SourceRefused when it is no XML, or lacks what every archive has (spec 000 section 5) or has it damaged.
 */
export function parseCnsInfo(bytes: Uint8Array, name: string): CnsInfo {
  const root = parseInfoElements(bytes, name);
  const present = new Set(root.children.filter(({ text }) => text !== "").map((child) => child.name));
  const missing = missingCnsInfo(name, present);
  if (missing !== null) throw new SourceRefused(`${missing}.`);
  const [startUs, endUs] = cnsInfoKeys.map((key) =>
    cnsTimeUs(root.children.find((child) => child.name === key && child.text !== "")?.text ?? ""),
  );
  const damaged = cnsInfoKeys.filter((_, k) => (k === 0 ? !startUs : endUs === null));
  if (!startUs || endUs === null) throw new SourceRefused(`${damagedCnsInfo(name, damaged)}.`);
  const zone = childOf(root, "Timezone")?.text ?? "";
  const isKnown = zone !== "" && isZone(zone);
  return {
    timezone: isKnown ? zone : null,
    hasUnknownZone: zone !== "" && !isKnown,
    startUs,
    endUs: endUs > startUs ? endUs : null,
    root,
  };
}

/** Microseconds since 1970 (formats.md 3.5): digits, and nothing else. Null for another text, and beyond what can be counted. */
export function cnsTimeUs(text: string): number | null {
  const value = /^\d{1,20}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : null;
}

function isZone(zone: string): boolean {
  try {
    refuseZone(zone);
    return true;
  } catch {
    return false;
  }
}
