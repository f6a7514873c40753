/** The door to EDF, EDF+, BDF and BDF+ files. */

import { firstStamp } from "../../../domain/edf/first-stamp.ts";
import { type EdfHeader, readHeader } from "../../../domain/edf/header.ts";
import { Repairs } from "../../../domain/edf/repairs.ts";
import { mendDuration } from "../../../domain/edf/rounded-duration.ts";
import { noteRepeatedStart, toEpochMs } from "../../../domain/edf/start.ts";
import { tellDuration } from "../../../domain/edf/told-duration.ts";
import { unmarkedGaps } from "../../../domain/edf/told-gaps.ts";
import { refuseZone } from "../../../domain/files/source-refused.ts";
import type { SourceBlock, SourceHead, SourceReader } from "../../recordings/types.ts";
import { type ByteSource, fileSource } from "../byte-source.ts";
import { AnnotationCollector, type TimedText } from "./annotations.ts";
import { readBlocks } from "./blocks.ts";
import { groupSignals } from "./groups.ts";
import { continuousTimeline, discontinuousTimeline, type Stretch } from "./timeline.ts";

export interface EdfReader extends SourceReader {
  readonly header: EdfHeader;
  /** Epoch milliseconds of the header's start second, from which onsets count; 0 when the start is unknown. */
  readonly headerMs: number;
  /** After `blocks` ended: the annotations as the file tells them, in seconds from the header's start second. */
  texts(): TimedText[];
  /** Gap-free stretches in order of time; empty when the file holds annotations only. */
  readonly timeline: readonly Stretch[];
}

/**
 * Opens a recording. `timezone`: the zone of its wall time (the format has none). `head.startMs` is the time of the
 * first sample. @throws SourceRefused with one plain sentence when the file cannot be read or the zone does not exist.
 */
export async function openEdf(file: string | ByteSource, options: { timezone: string }): Promise<EdfReader> {
  refuseZone(options.timezone);
  const source = typeof file === "string" ? fileSource(file) : file;
  try {
    return await open(source, options.timezone);
  } finally {
    await source.close();
  }
}

async function open(source: ByteSource, timezone: string): Promise<EdfReader> {
  const repairs = new Repairs();
  const header = await readHeader(source, repairs);
  const headerMs = header.start ? toEpochMs(header.start, timezone) : 0;
  if (header.start) noteRepeatedStart(header.start, timezone, repairs);
  const hasSamples = header.signals.some((s) => !s.isAnnotation && s.samplesPerRecord > 0);
  await tellDuration(source, header, repairs);
  await mendDuration(source, header, repairs);

  const groups = groupSignals(header, repairs);
  let collector = new AnnotationCollector();
  const isMarked = header.format.endsWith("+D");
  const told = hasSamples && !isMarked ? await unmarkedGaps(source, header, repairs) : null;
  const isDiscontinuous = hasSamples && (isMarked || told !== null);
  const first = isDiscontinuous ? { onset: 0, origin: 0 } : await firstStamp(source, header, repairs);
  const timeline = isDiscontinuous
    ? await discontinuousTimeline(source, header, collector, repairs, told)
    : continuousTimeline(header, first);
  const head: SourceHead = {
    objType: "EDF",
    startMs: headerMs + timeline[0].onset * 1000 + timeline[0].from * 1000,
    isStartKnown: header.start !== null,
    timezone,
    groups: groups.map((g) => g.head),
    sizeBytes: header.sizeBytes,
  };

  let isRead = false;
  async function* blocks(): AsyncGenerator<SourceBlock> {
    isRead = false;
    if (!isDiscontinuous) collector = new AnnotationCollector();
    try {
      yield* readBlocks({
        source,
        header,
        groups,
        timeline,
        headerMs,
        collector: isDiscontinuous ? null : collector,
        origin: first.origin,
      });
      isRead = true;
    } finally {
      await source.close();
    }
  }
  const finish = () => {
    if (!isRead) throw new Error("finish() was called before all blocks were read");
    collector.report(header, repairs);
    return { annotations: collector.list(headerMs - first.origin * 1000), repairs: repairs.list() };
  };
  const texts = () => collector.inOrder();
  return { head, header, headerMs, texts, timeline: hasSamples ? timeline : [], blocks, finish };
}
