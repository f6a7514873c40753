/** What of a CNS directory's info files is kept, and what they tell about the patient (spec 000 section 9, formats.md 3.5). */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { cnsInfoKeys } from "../files/cns.ts";
import { cnsTimeUs } from "../files/cns-info.ts";
import { refuseZone } from "../files/source-refused.ts";
import type { XmlElement } from "../files/xml.ts";
import { isAnonymous } from "./anonymous.ts";
import { type Finding, finding } from "./findings.ts";
import { identifyingField } from "./identifying-keys.ts";

/** Stands in the place of a time that is none: what was written may be anything, and "missing" would be said of nothing. */
const noTime = "unreadable";
const number = /^[+-]?\d{1,20}(\.\d{1,9})?$/;

/** Elements that are kept (spec 000 section 9), each only with a value of its kind: nothing else can hide in them. */
const keptCnsInfo: Readonly<Record<string, (value: string) => boolean>> = {
  TimeStamp: (value) => cnsTimeUs(value) !== null,
  RecordingEndTime: (value) => cnsTimeUs(value) !== null,
  Timezone: isZone,
  SystemOffset: (value) => number.test(value),
  SegmentEndTime: (value) => cnsTimeUs(value) !== null,
  FileVersion: (value) => /^[\d.]{1,16}$/.test(value),
};

function isZone(value: string): boolean {
  try {
    refuseZone(value);
    return true;
  } catch {
    return false;
  }
}

export interface ReducedInfo {
  /** The document that is sent. */
  bytes: Uint8Array;
  /** Elements with a value that it lacks: what identifies, and how many others. */
  findings: Finding[];
  /** Fields of the findings, in order, each once. */
  removedFields: string[];
  removedOthers: number;
  /** Kept elements. */
  kept: ReadonlyMap<string, string>;
  /** Times that every archive has, and that are none here. */
  damaged: string[];
}

/** `file`: what the document is called on the screen ("Segment_001/patient.info"). */
export function reduceInfo(root: XmlElement, file: string): ReducedInfo {
  const kept = new Map<string, string>();
  const findings: Finding[] = [];
  let removedOthers = 0;
  for (const [element, value] of valuesOf(root)) {
    if (element.parent === root && keptCnsInfo[element.name]?.(value) && !kept.has(element.name)) {
      kept.set(element.name, value);
      continue;
    }
    const kind = identifyingField(element.name);
    if (kind !== null && !isAnonymous(value)) findings.push(finding(kind, value, file));
    else removedOthers++;
  }
  const damaged = cnsInfoKeys.filter(
    (key) => !kept.has(key) && root.children.some(({ name, text }) => name === key && text !== ""),
  );
  const told = [...kept, ...damaged.map((key) => [key, noTime] as const)];
  const lines = told.map(([name, value]) => ` <${name}>${value}</${name}>\n`).join("");
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<PatientInfo>\n${lines}</PatientInfo>\n`;
  const removedFields = [...new Set(findings.map(({ field }) => field))];
  return { bytes: new TextEncoder().encode(text), findings, removedFields, removedOthers, kept, damaged };
}

interface Named {
  name: string;
  parent: XmlElement | null;
}

/** Every text and attribute below the root that holds something. */
function* valuesOf(element: XmlElement, parent: XmlElement | null = null): Generator<[Named, string]> {
  if (element.text !== "") yield [{ name: element.name, parent }, element.text];
  for (const [name, value] of element.attributes) if (value.trim() !== "") yield [{ name, parent: null }, value];
  for (const child of element.children) yield* valuesOf(child, element);
}

/** What is said about the removed elements of all info files together. */
export function removedFromInfo(infos: readonly ReducedInfo[]): string[] {
  const { removed } = uploadRulesText;
  const fields = [...new Set(infos.flatMap(({ removedFields }) => removedFields))];
  const others = infos.reduce((sum, { removedOthers }) => sum + removedOthers, 0);
  return [
    ...(fields.length > 0 ? [removed.info(fields.map((field) => field.toLowerCase()).join(", "))] : []),
    ...(others > 0 ? [removed.infoOthers(others)] : []),
  ];
}

/** "Patient_2024_May_16__9_33_08_427295": as the recorder names directories, by their start in UTC. */
export function cnsNameOf(startUs: number): string | null {
  const date = new Date(startUs / 1000);
  if (Number.isNaN(date.getTime())) return null;
  const month = date.toLocaleString("en-US", { month: "short", timeZone: "UTC" });
  const two = (n: number) => String(n).padStart(2, "0");
  const time = `${date.getUTCHours()}_${two(date.getUTCMinutes())}_${two(date.getUTCSeconds())}`;
  const micro = String(startUs % 1_000_000).padStart(6, "0");
  return `Patient_${date.getUTCFullYear()}_${month}_${date.getUTCDate()}__${time}_${micro}`;
}

/** A document without its markup: bytes of tags and attribute names as spaces, so that only what people wrote is searched. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(/<[/?!]?[\w:.-]*/g, (tag) => " ".repeat(tag.length))
    .replaceAll(/(?<![\w:.-])[\w:.-]+\s*=\s*(?=["'])/g, (name) => " ".repeat(name.length))
    .replaceAll(/(["'])(REFERENTIAL_INPUT|UTF-8|utf-8)\1/g, (value) => " ".repeat(value.length));
}
