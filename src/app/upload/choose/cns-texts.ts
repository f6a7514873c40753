/** Looks for the patient's name and number in what people wrote in a CNS directory: events, notes, inventories, settings, its name. */

import { latin1 } from "../../../domain/edf/text.ts";
import { parseCnsStreamName } from "../../../domain/files/cns.ts";
import { identifyingWords, inLabels } from "../../../domain/upload/anonymous.ts";
import { withoutMarkup } from "../../../domain/upload/cns-identity.ts";
import { type Finding, type FindingKind, finding } from "../../../domain/upload/findings.ts";
import { nameBytes } from "../../../domain/upload/names.ts";
import { type BytePatch, mergePatches } from "../../../domain/upload/patches.ts";
import { crossedOut, searchFor, type WordPlace } from "../../../domain/upload/word-search.ts";
import { bytesOf } from "./blob-source.ts";
import type { CnsFile } from "./cns-files.ts";
import type { InfoFile } from "./cns-info-files.ts";
import type { Pace } from "./pace.ts";

const largestText = 16 * 2 ** 20;
const pieceBytes = 2 ** 17;
/** A sex or a birth year would be found everywhere. */
const lookedFor: readonly FindingKind[] = ["name", "identifier", "staff"];

export interface SearchedTexts {
  patches: Map<CnsFile, BytePatch[]>;
  findings: Finding[];
  places: number;
  /** The directory's own name holds a name or number of the patient. */
  isNamed: boolean;
  /** Files too large to be searched though there is something to look for: they are not sent. */
  unsearched: Set<CnsFile>;
}

/** What people or programs write about a patient. Data of events are bytes of unknown layout that no reader opens. */
const isText = (name: string) =>
  /\.(xml|txt)$/.test(name) ||
  name === "NextEventNum" ||
  parseCnsStreamName(name)?.part === "textdata" ||
  isEvent(name);
const isEvent = (name: string) => {
  const stream = parseCnsStreamName(name);
  return stream?.type === "Event" && stream.part === "data";
};
/** Traces are called and calibrated by these, so they lose only what `inLabels` says. */
const isSettings = (name: string) => parseCnsStreamName(name)?.part === "settings";
const isMarkup = (name: string) => name.endsWith(".xml") || isSettings(name);

export async function searchTexts(
  { name, files, infos }: { name: string; files: readonly CnsFile[]; infos: readonly InfoFile[] },
  pace: Pace,
): Promise<SearchedTexts> {
  const told = infos.flatMap(({ reduced }) => reduced.findings).filter(({ kind }) => lookedFor.includes(kind));
  const words = identifyingWords(told.map(({ shown }) => shown));
  const [search, inSettings] = [searchFor(words), searchFor(inLabels(words))];
  const texts: SearchedTexts = { patches: new Map(), findings: [], places: 0, isNamed: false, unsearched: new Set() };
  if (words.length === 0) return texts;
  for (const file of files.filter((one) => isText(one.name) || isSettings(one.name))) {
    await pace.rest();
    if (file.entry.file.size > largestText) {
      texts.unsearched.add(file);
      continue;
    }
    const bytes = await bytesOf(file.entry.file);
    const places: WordPlace[] = [];
    for (const [from, to] of pieces(bytes)) {
      const piece = bytes.subarray(from, to);
      const own = isSettings(file.name) ? inSettings : search;
      const found = own.find(isMarkup(file.name) ? unmarked(piece) : piece);
      places.push(...found.map((one) => ({ ...one, from: one.from + from, to: one.to + from })));
      await pace.rest();
    }
    if (places.length === 0) continue;
    const shown = new Set(places.map(({ from, to }) => latin1(bytes.subarray(from, to))));
    texts.patches.set(file, mergePatches(places.map(crossedOut)));
    texts.findings.push(finding("inText", [...shown].join(", "), file.rest, places.length));
    texts.places += places.length;
  }
  texts.isNamed = search.find(nameBytes(name)).length > 0;
  if (texts.isNamed) texts.findings.push(finding("folderName", name, name));
  return texts;
}

/** Ends of lines and of markup, where no word goes on. */
const breaks = [0x0a, 0x3e];

/** A text in pieces that can be searched one by one. Only one without any break for long is cut anywhere. */
function* pieces(bytes: Uint8Array): Generator<[from: number, to: number]> {
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(bytes.length, from + pieceBytes);
    const furthest = Math.min(bytes.length, to + pieceBytes);
    while (to < furthest && !breaks.includes(bytes[to - 1])) to++;
    yield [from, to];
    from = to;
  }
}

/** The document with spaces where its markup was. */
function unmarked(bytes: Uint8Array): Uint8Array {
  const text = withoutMarkup(latin1(bytes));
  const plain = new Uint8Array(text.length);
  for (let i = 0; i < plain.length; i++) plain[i] = text.charCodeAt(i);
  return plain;
}
