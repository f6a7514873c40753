/** Looks at an EDF or BDF file: its header, time stamps of its records, and its annotations where the header has a name. */

import { firstStamp, stampOf } from "../../../domain/edf/first-stamp.ts";
import { type EdfHeader, type EdfSignal, readHeader } from "../../../domain/edf/header.ts";
import { noteLimits } from "../../../domain/edf/limits.ts";
import { Repairs } from "../../../domain/edf/repairs.ts";
import { mendDuration } from "../../../domain/edf/rounded-duration.ts";
import { lookAtPlaces, lookAtStamps } from "../../../domain/edf/stamps.ts";
import { toEpochMs } from "../../../domain/edf/start.ts";
import { lookAtLists } from "../../../domain/edf/tal-places.ts";
import { tellDuration } from "../../../domain/edf/told-duration.ts";
import { unmarkedGaps } from "../../../domain/edf/told-gaps.ts";
import type { ByteSource } from "../../../domain/files/byte-source.ts";
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
    await mendDuration(blobSource(file), header, repairs);
    noteLimits(header, repairs);
    const ofHeader = edfIdentity(header, await headOf(file, header.headerBytes), name);
    const pace = new Pace(options);
    const identity = await searched(ofHeader, header, file, pace);
    const { isWhole, ...facts } = await factsOf(header, file, repairs, pace);
    signal?.throwIfAborted();
    const aboutTexts = identity.search === null ? told.edfAnnotations : told.edfSearched;
    const hasAnnotations = header.signals.some(({ isAnnotation }) => isAnnotation);
    const source = { kind: "edf", chosenName: name } as const;
    const plain = sourceOf({ ...source, name, files: [diskFile(name, entry)], removed: [] });
    const files = [diskFile(identity.name, entry, identity.patches)];
    return candidate({
      ...source,
      warnings: [
        ...repairs.list(),
        ...(isWhole ? [] : [told.edfStampsInPart]),
        ...(hasAnnotations ? [aboutTexts] : []),
      ],
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

/** Wall times. What ingest will say of the time stamps and annotation lists is said here. */
async function factsOf(
  header: EdfHeader,
  file: File,
  repairs: Repairs,
  pace: Pace,
): Promise<CandidateFacts & Pick<Extent, "isWhole">> {
  const channels = header.signals.filter(isSampled).length;
  const rest = () => pace.rest();
  const { from, to, isWhole } = await extentOf(header, blobSource(file), repairs, rest);
  await lookAtLists(blobSource(file), header, repairs, { isWhole, rest });
  const headerMs = header.start === null ? null : toEpochMs(header.start, "UTC");
  return {
    timezone: null,
    isWallTime: true,
    channels,
    isWhole,
    startMs: headerMs === null ? null : headerMs + from * 1000,
    endMs: headerMs === null || to === null ? null : headerMs + to * 1000,
  };
}

const isSampled = ({ isAnnotation, samplesPerRecord }: EdfSignal) => !isAnnotation && samplesPerRecord > 0;

interface Extent {
  /** Seconds from the header's start second to the first sample, and behind the last one, which only samples tell. */
  from: number;
  to: number | null;
  /** Every time stamp was looked at. */
  isWhole: boolean;
}

async function extentOf(
  header: EdfHeader,
  source: ByteSource,
  repairs: Repairs,
  rest: () => Promise<void>,
): Promise<Extent> {
  const { records, recordSeconds } = header;
  const isMarked = header.format.endsWith("+D");
  const hasSamples = header.signals.some(isSampled);
  const told = hasSamples && !isMarked ? await unmarkedGaps(source, header, repairs, rest) : null;
  if (!hasSamples || (!isMarked && told === null)) {
    const first = await firstStamp(source, header, repairs);
    const isWhole = await lookAtPlaces(source, header, first, repairs, rest);
    const from = first.onset;
    return { from, to: recordSeconds === 0 ? null : from + records * recordSeconds, isWhole };
  }
  const stretches = await lookAtStamps(source, header, repairs, rest, told?.leastSeconds ?? null);
  const last = stretches?.at(-1);
  if (stretches && last)
    return { from: stretches[0].onset + stretches[0].from, to: last.onset + last.to, isWhole: true };
  const [first, behind] = [await stampOf(source, header, 0), await stampOf(source, header, records - 1)];
  return { from: first, to: behind + recordSeconds, isWhole: false };
}
