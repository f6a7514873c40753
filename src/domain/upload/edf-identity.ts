/** What in the header of an EDF or BDF file tells who the patient is, and what stands there afterwards (formats.md 1.1). */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import type { EdfHeader } from "../edf/header.ts";
import { fieldText, newTextNotes } from "../edf/text.ts";
import { identifyingWords, inLabels, isAnonymous, wordsOfFreeText } from "./anonymous.ts";
import type { EdfTexts } from "./edf-texts.ts";
import { type Finding, type FindingKind, finding } from "./findings.ts";
import { nameBytes } from "./names.ts";
import { applyPatches, type BytePatch, filled, mergePatches } from "./patches.ts";
import { stableCode } from "./stable-code.ts";
import { crossedOut, searchFor, type WordSearch } from "./word-search.ts";

export interface EdfIdentity {
  findings: Finding[];
  /** Of the header; none without findings. */
  patches: BytePatch[];
  /** What the file is called when it is sent without what was found. */
  name: string;
  removed: string[];
  /** What annotations are to be searched for; null when nothing that is found tells a name or number. */
  search: WordSearch | null;
}

const patientAt = { offset: 8, length: 80 };
const recordingAt = { offset: 88, length: 80 };
const reservedAt = { offset: 192, length: 44 };
const space = 0x20;
const { removed: sentences } = uploadRulesText;
/** What else a recorder writes on its own, such as "EEG monitoring" in a recording field, stands in annotations as well. */
const lookedFor: readonly FindingKind[] = ["name", "identifier"];
const freeForm: readonly FindingKind[] = ["patientField", "administration", "technician"];
const dated = /^Startdate (\d{1,2}-[A-Za-z]{3}-\d{4}|X)(?: |$)/i;

/** `bytes`: the whole header. `name`: of the file on the user's disk. */
export function edfIdentity(header: EdfHeader, bytes: Uint8Array, name: string): EdfIdentity {
  const isPlus = header.format.includes("+");
  const [patient, recording] = [patientAt, recordingAt].map(({ offset, length }) =>
    fieldText(bytes.subarray(offset, offset + length), newTextNotes()),
  );
  const inPatient = patientFindings(patient, name);
  const inRecording = recordingFindings(recording, name);
  const words = identifyingWords([...inPatient, ...inRecording].map(({ shown }) => shown));
  const [search, inNames] = [searchFor(words), searchFor(inLabels(words))];
  const inSignals = [
    ...describingFields(header).flatMap((at) => wordsIn(bytes, at, search)),
    ...labels(header).flatMap((at) => wordsIn(bytes, at, inNames)),
  ];
  const isNamed = search.find(nameBytes(name)).length > 0;
  const findings = [...inPatient, ...inRecording];
  if (inSignals.length > 0) {
    const places = inSignals.map(({ offset, bytes: { length } }) => bytes.subarray(offset, offset + length));
    findings.push(
      finding("inText", places.map((one) => fieldText(one, newTextNotes())).join(", "), name, places.length),
    );
  }
  if (isNamed) findings.push(finding("fileName", name, name));
  if (findings.length === 0) return { findings, patches: [], name, removed: [], search: null };
  const told = (kinds: readonly FindingKind[]) =>
    findings.filter(({ kind }) => kinds.includes(kind)).map(({ shown }) => shown);
  const inTexts = [...identifyingWords(told(lookedFor)), ...told(freeForm).flatMap(wordsOfFreeText)];
  const patches = mergePatches([...clearedFields(patient, recording, isPlus), ...inSignals]);
  return {
    findings,
    patches,
    name: isNamed ? newName(header, applyPatches(bytes, patches), name) : name,
    removed: [
      sentences.edfFields,
      ...(inSignals.length > 0 ? [sentences.edfSignals] : []),
      ...(isNamed ? [sentences.fileName] : []),
    ],
    search: inTexts.length > 0 ? searchFor(inTexts) : null,
  };
}

/** With what was found in annotations. `file`: its name on the user's disk. */
export function withTexts(identity: EdfIdentity, { patches, shown }: EdfTexts, file: string): EdfIdentity {
  if (patches.length === 0) return identity;
  return {
    ...identity,
    findings: [...identity.findings, finding("inAnnotations", [...shown].join(", "), file, patches.length)],
    patches: mergePatches([...identity.patches, ...patches]),
    removed: [...identity.removed, sentences.edfTexts(patches.length)],
  };
}

/** EDF+: code, sex, birth date and name; plain EDF: any text. */
function patientFindings(patient: string, file: string): Finding[] {
  const [code, sex, birthDate, name, ...more] = patient.split(/ +/);
  const isDivided = name !== undefined && /^[MFX]$/i.test(sex) && /^(X|\d{1,2}-[A-Za-z]{3}-\d{4})$/i.test(birthDate);
  if (!isDivided) return found([["patientField", patient]], file);
  return found(
    [
      ["identifier", code],
      ["birthDate", birthDate.replace(/^\d+-[A-Za-z]+-0000$/, "X")],
      ["name", name.replaceAll("_", " ")],
      ["patientField", more.join(" ")],
    ],
    file,
  );
}

/** EDF+: start date, administration code, technician and equipment; plain EDF: any text. */
function recordingFindings(recording: string, file: string): Finding[] {
  if (!dated.test(recording)) return found([["recordingField", recording]], file);
  const [, , administration = "", technician = "", , ...more] = recording.split(/ +/);
  return found(
    [
      ["administration", administration],
      ["technician", technician],
      ["recordingField", more.join(" ")],
    ],
    file,
  );
}

const found = (pairs: readonly (readonly [kind: FindingKind, text: string])[], file: string): Finding[] =>
  pairs.filter(([, text]) => !isAnonymous(text)).map(([kind, text]) => finding(kind, text, file));

/** The start date is kept: readers take the full year from it. */
function clearedFields(patient: string, recording: string, isPlus: boolean): BytePatch[] {
  const date = dated.exec(recording)?.[1];
  return [
    written(patientAt, isPlus || /^\S+ [MFX] \S+ \S/i.test(patient) ? "X X X X" : ""),
    written(recordingAt, date !== undefined || isPlus ? `Startdate ${date ?? "X"} X X X` : ""),
  ];
}

function written({ offset, length }: { offset: number; length: number }, text: string): BytePatch {
  const patch = filled(offset, length, space);
  patch.bytes.set(new TextEncoder().encode(text));
  return patch;
}

/** Fields that only describe: transducers, prefilters and what is reserved. Numbers are never touched. */
function describingFields({ signals, format }: EdfHeader): { offset: number; length: number }[] {
  const n = signals.length;
  const mark = format.includes("+") ? 5 : 0;
  const reserved = { offset: reservedAt.offset + mark, length: reservedAt.length - mark };
  return [
    reserved,
    ...signals.flatMap((_, i) => [
      { offset: 256 + 16 * n + 80 * i, length: 80 },
      { offset: 256 + 136 * n + 80 * i, length: 80 },
      { offset: 256 + 224 * n + 32 * i, length: 32 },
    ]),
  ];
}

/**
 * Traces are called by these, and annotations found by theirs, which is left alone; units; and limits that are no numbers
 * and so are read by nobody.
 */
const labels = ({ signals }: EdfHeader): { offset: number; length: number }[] =>
  signals.flatMap(({ isAnnotation, physicalMin, physicalMax, digitalMin, digitalMax }, i) => {
    if (isAnnotation) return [];
    const behind = (before: number) => ({ offset: 256 + before * signals.length + 8 * i, length: 8 });
    const limits = [physicalMin, physicalMax, digitalMin, digitalMax];
    return [
      { offset: 256 + 16 * i, length: 16 },
      behind(96),
      ...limits.flatMap((limit, k) => (limit === null ? [behind(104 + 8 * k)] : [])),
    ];
  });

const wordsIn = (
  bytes: Uint8Array,
  { offset, length }: { offset: number; length: number },
  search: WordSearch,
): BytePatch[] =>
  search
    .find(bytes.subarray(offset, offset + length))
    .map(crossedOut)
    .map((patch) => ({ ...patch, offset: patch.offset + offset }));

/** By the start, and a code of the cleaned header so that files that began together keep apart. */
function newName({ start, records }: EdfHeader, cleaned: Uint8Array, name: string): string {
  const two = (n: number) => String(n).padStart(2, "0");
  const code = stableCode(`${records} ${cleaned.join(",")}`);
  const extension = /\.(edf|bdf)$/i.exec(name)?.[0].toLowerCase() ?? ".edf";
  if (start === null) return `EDF_${code}${extension}`;
  const date = `${String(start.year).padStart(4, "0")}${two(start.month)}${two(start.day)}`;
  return `EDF_${date}_${two(start.hour)}${two(start.minute)}${two(start.second)}_${code.slice(0, 4)}${extension}`;
}
