/** Looks at an EDF or BDF file: its header, the time stamps of two records, and its annotations where the header has a name. */

import { firstStamp } from "../../../domain/edf/first-stamp.ts";
import { type EdfHeader, readHeader } from "../../../domain/edf/header.ts";
import { Repairs } from "../../../domain/edf/repairs.ts";
import { toEpochMs } from "../../../domain/edf/start.ts";
import { readTals } from "../../../domain/edf/tal.ts";
import { tellDuration } from "../../../domain/edf/told-duration.ts";
import { gapsTold } from "../../../domain/edf/told-gaps.ts";
import { readFully } from "../../../domain/files/byte-source.ts";
import { type EdfIdentity, edfIdentity, withTexts } from "../../../domain/upload/edf-identity.ts";
import { searchEdfTexts } from "../../../domain/upload/edf-texts.ts";
import { fileNameProblem } from "../../../domain/upload/names.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import { largestFileBytes } from "../../../protocol/uploads.ts";
import { blobSource, headOf } from "./blob-source.ts";
import { candidate, diskFile, orRefused, refused, sourceOf } from "./candidate.ts";
import { Pace } from "./pace.ts";
import type { Candidate, CandidateFacts, ChosenEntry, InspectOptions } from "./types.ts";

const { file: sentences, warnings: told } = uploadRulesText;
const mostAnnotationBytes = 2 ** 20;
const hundredYearsInSeconds = 3_155_760_000;

export function inspectEdf(entry: ChosenEntry, options: InspectOptions = {}): Promise<Candidate> {
  const { file } = entry;
  const { signal } = options;
  const { name } = file;
  return orRefused("edf", name, async () => {
    signal?.throwIfAborted();
    const problem = fileNameProblem(name) ?? (file.size > largestFileBytes ? sentences.tooLarge : null);
    if (problem !== null) return refused("edf", name, problem);
    if (!/\.(edf|bdf)$/i.test(name)) return refused("edf", name, sentences.notEdf);
    const repairs = new Repairs();
    const header = await readHeader(blobSource(file), repairs);
    await tellDuration(blobSource(file), header, repairs);
    const ofHeader = edfIdentity(header, await headOf(file, header.headerBytes), name);
    const pace = new Pace(options);
    const identity = await searched(ofHeader, header, file, pace);
    const facts = await factsOf(header, file, pace);
    signal?.throwIfAborted();
    const aboutTexts = identity.search === null ? told.edfAnnotations : told.edfSearched;
    const hasAnnotations = header.signals.some(({ isAnnotation }) => isAnnotation);
    const source = { kind: "edf", chosenName: name } as const;
    const plain = sourceOf({ ...source, name, files: [diskFile(name, entry)], removed: [] });
    const files = [diskFile(identity.name, entry, identity.patches)];
    return candidate({
      ...source,
      warnings: [...repairs.list(), ...(hasAnnotations ? [aboutTexts] : [])],
      facts,
      findings: identity.findings,
      plain,
      cleaned: sourceOf({ ...source, name: identity.name, files, removed: identity.removed }),
    });
  });
}

/** Reads the file through where there is a name to look for in its annotations. */
async function searched(identity: EdfIdentity, header: EdfHeader, file: File, pace: Pace): Promise<EdfIdentity> {
  const { search } = identity;
  if (search === null) return identity;
  return withTexts(identity, await searchEdfTexts(blobSource(file), header, search, pace), file.name);
}

/** Wall times; of records with gaps the last one's time stamp tells the end. */
async function factsOf(header: EdfHeader, file: File, pace: Pace): Promise<CandidateFacts> {
  const channels = header.signals.filter(
    ({ isAnnotation, samplesPerRecord }) => !isAnnotation && samplesPerRecord > 0,
  ).length;
  const facts = { timezone: null, isWallTime: true, channels };
  if (header.start === null) return { ...facts, startMs: null, endMs: null };
  const headerMs = toEpochMs(header.start, "UTC");
  const hasGaps =
    header.format.endsWith("+D") || (await gapsTold(blobSource(file), header, () => pace.rest())) !== null;
  const first = hasGaps
    ? await onsetOf(header, file, 0)
    : (await firstStamp(blobSource(file), header, new Repairs())).onset;
  const last = hasGaps
    ? await onsetOf(header, file, header.records - 1)
    : (header.records - 1) * header.recordSeconds + (first ?? 0);
  return {
    ...facts,
    startMs: headerMs + (first ?? 0) * 1000,
    endMs: last === null || header.recordSeconds === 0 ? null : headerMs + (last + header.recordSeconds) * 1000,
  };
}

/** Seconds from the header's start to a record, by its time-keeping list; null where there is none. */
async function onsetOf(header: EdfHeader, file: File, record: number): Promise<number | null> {
  const keeper = header.signals.find(({ isAnnotation, samplesPerRecord }) => isAnnotation && samplesPerRecord > 0);
  if (keeper === undefined || !header.format.includes("+")) return null;
  const length = Math.min(keeper.samplesPerRecord * header.sampleBytes, mostAnnotationBytes);
  const at = header.headerBytes + record * header.recordBytes + keeper.byteOffset;
  const onset = readTals(await readFully(blobSource(file), new Uint8Array(length), at), null);
  return onset >= 0 && onset < hundredYearsInSeconds ? onset : null;
}
