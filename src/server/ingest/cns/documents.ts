/** The documents of an archive: info files, settings, montage and events (formats.md 3.4, 3.5). */
import { parseAbsolute, parseDateTime, toZoned } from "@internationalized/date";
import { cutText } from "../../../domain/cut-text.ts";
import { type CnsInfo, largestInfoBytes, parseCnsInfo, xmlText } from "../../../domain/files/cns-info.ts";
import {
  attributeOf,
  childOf,
  descendantsOf,
  parseXml,
  type XmlElement,
  XmlRefused,
} from "../../../domain/files/xml.ts";
import { hasExponent, plainNumber } from "../../../domain/plain-number.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import { type ByteSource, readFully } from "../byte-source.ts";

const largest = { settings: 4 * 2 ** 20, events: 64 * 2 ** 20 };
const mostAnnotations = 500_000;
const longestText = 4096;

/** Why a document was not read, in words that follow its name: "is no plain XML at character 12". */
export class DocumentRefused extends Error {
  override name = "DocumentRefused";
}

/** @throws DocumentRefused */
async function readDocument(source: ByteSource, limit: number): Promise<XmlElement> {
  try {
    const size = await source.size();
    if (size === 0) throw new DocumentRefused("is empty");
    if (size > limit) throw new DocumentRefused(`is larger than the ${limit / 2 ** 20} MB that such a file may have`);
    return parseXml(xmlText(await readFully(source, new Uint8Array(size), 0)));
  } catch (error) {
    if (error instanceof XmlRefused) throw new DocumentRefused(`is no plain XML at character ${error.offset}`);
    throw error;
  } finally {
    await source.close();
  }
}

/** @throws SourceRefused when the file is no XML (it may be encrypted) or lacks what every archive has (spec 5). */
export async function readInfo(source: ByteSource, name: string): Promise<CnsInfo> {
  try {
    return parseCnsInfo(
      await readFully(source, new Uint8Array(Math.min(await source.size(), largestInfoBytes + 1)), 0),
      name,
    );
  } finally {
    await source.close();
  }
}

export interface CnsSettings {
  unit: string;
  /** digMin, digMax, physMin, physMax as written; null when there is none; NaN where unreadable. */
  conversion: readonly number[] | null;
  /** A number of the conversion has an exponent. */
  hasExponent: boolean;
  /** Channel names of a composite stream, null when the file lists none. */
  channels: string[] | null;
}

/** @throws DocumentRefused */
export async function readSettings(source: ByteSource): Promise<CnsSettings> {
  const root = await readDocument(source, largest.settings);
  const conversion = childOf(root, "SampleConversion")?.text;
  const elements = childOf(root, "CompositeElements")?.children;
  return {
    unit: childOf(root, "Units")?.text ?? "",
    conversion: conversion ? conversion.split(",").map((word) => plainNumber(word) ?? Number.NaN) : null,
    hasExponent: conversion !== undefined && hasExponent(conversion),
    channels:
      elements && elements.length > 0
        ? elements.map((one, k) => attributeOf(one, "type")?.split(",")[1]?.trim() || `Channel ${k + 1}`)
        : null,
  };
}

/** Names of the recorded leads, in order. @throws DocumentRefused */
export async function readLeads(source: ByteSource): Promise<string[]> {
  const root = await readDocument(source, largest.settings);
  const first = root.name.toLowerCase() === "montage" ? root : (descendantsOf(root, "Montage").next().value ?? root);
  return [...descendantsOf(first, "Channel")]
    .filter((channel) => attributeOf(channel, "role") === "REFERENTIAL_INPUT")
    .map((channel) => attributeOf(channel, "lead") ?? "")
    .filter((lead) => lead !== "");
}

export interface CnsEvents {
  annotations: FileAnnotation[];
  /** Events whose time cannot be read, those whose duration cannot, those with a comma in it, and those beyond the limit. */
  malformed: number;
  /** Those whose time of day comes twice within the archive. */
  twofold: number;
  withoutDuration: number;
  withComma: number;
  left: number;
}

/** When an archive was recorded, epoch microseconds; null: not known. */
export type RecordedTime = Pick<CnsInfo, "startUs" | "endUs">;

/**
 * Wall times are those of `timezone`; in the hour that summer time skips, the time after it; in the hour that clocks going back repeat, the one
 * of the two that lies nearer to what was recorded, else the first. @throws DocumentRefused
 */
export async function readEvents(source: ByteSource, timezone: string, recorded: RecordedTime): Promise<CnsEvents> {
  const root = await readDocument(source, largest.events);
  const events: CnsEvents = { annotations: [], malformed: 0, twofold: 0, withoutDuration: 0, withComma: 0, left: 0 };
  for (const event of descendantsOf(root, "Event")) {
    const written = childOf(event, "StartTime")?.text ?? "";
    const [first, second] = momentsOf(written, timezone);
    if (first === undefined) events.malformed++;
    else if (events.annotations.length >= mostAnnotations) events.left++;
    else {
      const words = [childOf(event, "Name")?.text, childOf(event, "Description")?.text].filter(Boolean);
      const text = cutText(words.join(": "), longestText);
      const isSecond = second !== undefined && offBy(second, recorded) < offBy(first, recorded);
      const start = isSecond ? second : first;
      if (second !== undefined && offBy(second, recorded) === offBy(first, recorded)) events.twofold++;
      const seconds = secondsOf(childOf(event, "Duration")?.text ?? "");
      if (written.includes(",")) events.withComma++;
      if (seconds === null) events.withoutDuration++;
      events.annotations.push(
        seconds === null
          ? { start_time: start, end_time: start, text: ingestText.durationUnread(text) }
          : { start_time: start, end_time: start + seconds * 1000, text },
      );
    }
  }
  return events;
}

const longestSeconds = 86_400 * 400;

/** Null where it cannot be read; an event without one is a moment. */
function secondsOf(text: string): number | null {
  if (text === "") return 0;
  const seconds = plainNumber(text);
  return seconds !== null && seconds >= 0 && seconds < longestSeconds ? seconds : null;
}

const wallTime = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:\d\d)?$/;

/** Times of an archive count from there. */
const firstYear = 1970;

/** Epoch milliseconds of "2017-11-28 14:45:40.912" in the zone, or null. A zone behind the time is believed. */
export const momentOf = (text: string, timezone: string): number | null => momentsOf(text, timezone)[0] ?? null;

/** The same; two of a time of day that clocks going back repeat. */
function momentsOf(text: string, timezone: string): number[] {
  const found = wallTime.exec(text);
  if (!found) return [];
  const [, date, time, digits = "0", offset] = found;
  if (Number(date.slice(0, 4)) < firstYear) return [];
  const finer = Number(`0.${digits}`) * 1000;
  try {
    if (offset !== undefined) return [parseAbsolute(`${date}T${time}${offset}`, timezone).toDate().getTime() + finer];
    const wall = parseDateTime(`${date}T${time}`);
    const [first, later] = (["compatible", "later"] as const).map(
      (which) => toZoned(wall, timezone, which).toDate().getTime() + finer,
    );
    return later === first ? [first] : [first, later];
  } catch {
    return [];
  }
}

/** How far a moment lies outside of what was recorded, ms. */
const offBy = (ms: number, { startUs, endUs }: RecordedTime): number =>
  Math.max(0, startUs / 1000 - ms, endUs === null ? 0 : ms - endUs / 1000);
