/** `patient.info` and `admission.info` (spec 000 sections 5 and 9, formats.md 3.5): what they say, and what of it is kept. */

import { decodeText } from "../edf/text.ts";
import { missingCnsInfo, unreadableCnsInfo } from "./cns.ts";
import { refuseZone, SourceRefused } from "./source-refused.ts";
import { childOf, parseXml, type XmlElement, XmlRefused } from "./xml.ts";

export const largestInfoBytes = 2 ** 20;

export interface CnsInfo {
  /** Null when the file names none, or none there is. */
  timezone: string | null;
  /** A zone is named that does not exist. Never shown as written. */
  hasUnknownZone: boolean;
  root: XmlElement;
}

/** The text of a document: UTF-16 by its mark, UTF-8 where that is valid, Latin-1 otherwise, whatever the document says. */
export function xmlText(bytes: Uint8Array): string {
  const mark = bytes.length > 1 ? bytes[0] * 256 + bytes[1] : 0;
  if (mark === 0xfffe) return new TextDecoder("utf-16le").decode(bytes);
  return mark === 0xfeff ? new TextDecoder("utf-16be").decode(bytes) : decodeText(bytes);
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
 * @throws SourceRefused when it is no XML, or lacks what every archive has (spec 000 section 5).
 */
export function parseCnsInfo(bytes: Uint8Array, name: string): CnsInfo {
  const root = parseInfoElements(bytes, name);
  const present = new Set(root.children.filter(({ text }) => text !== "").map((child) => child.name));
  const missing = missingCnsInfo(name, present);
  if (missing !== null) throw new SourceRefused(`${missing}.`);
  const zone = childOf(root, "Timezone")?.text ?? "";
  const isKnown = zone !== "" && isZone(zone);
  return { timezone: isKnown ? zone : null, hasUnknownZone: zone !== "" && !isKnown, root };
}

function isZone(zone: string): boolean {
  try {
    refuseZone(zone);
    return true;
  } catch {
    return false;
  }
}
