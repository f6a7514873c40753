/** Recordings of pressures that are made in a test, and analyses of them over a server. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { SamplesBlock } from "../../../src/protocol/page-codec.ts";
import type { RecordingDetail, Segment } from "../../../src/protocol/recordings.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import type { SourceBlock, SourceReader } from "../../../src/server/recordings/types.ts";
import type { MadeGroup } from "../../fixtures/analysis-sources.ts";
import { type Client, requestFor } from "./page-world.ts";

/** A pressure with a gap and missing samples, [segment][sample] laid on one grid. */
export function pressure(
  modality: string,
  hz: number,
  beginMs: number,
  pieces: readonly [from: number, to: number][],
  level: number,
): MadeGroup {
  const at = (seconds: number) => Math.round(seconds * hz);
  const segments = pieces.map(
    ([from, to]): Segment => ({ first: at(from), count: at(to) - at(from), start_ms: beginMs + from * 1000 }),
  );
  const row = new Float32Array(at(pieces[pieces.length - 1][1]));
  for (let i = 0; i < row.length; i++) {
    const slow = 6 * Math.sin(i / (hz * 11)) + 3 * Math.sin(i / (hz * 37) + level);
    const noise = ((Math.imul(i + 1, 2_654_435_761) >>> 20) & 1023) / 512 - 1;
    row[i] = i % 9973 < 40 ? Number.NaN : level + slow + noise;
  }
  return { modality, samplingHz: hz, unit: "mmHg", segments, rows: [row] };
}

function readerOf(groups: readonly MadeGroup[], beginMs: number, isStartKnown = true): SourceReader {
  const head: SourceReader["head"] = {
    objType: "EDF",
    startMs: beginMs,
    isStartKnown,
    timezone: "UTC",
    sizeBytes: 1e6,
    groups: groups.map(({ modality, samplingHz, unit = "" }) => ({
      modality,
      kind: samplingHz < 20 ? "numeric" : "waveform",
      sampling_hz: samplingHz,
      sample_type: "float32",
      missing_code: null,
      channels: [
        {
          source_index: 0,
          label: modality,
          unit,
          gain: 1,
          offset: 0,
          is_uncalibrated: false,
          prefilter: "",
          transducer: "",
        },
      ],
    })),
  };
  async function* blocks(): AsyncGenerator<SourceBlock> {
    for (const [group, { segments, rows }] of groups.entries())
      for (const { first, count, start_ms } of segments)
        yield {
          group,
          startMs: start_ms,
          count,
          data: (rows[0] as Float32Array).slice(first, first + count),
          bytesRead: 0,
        };
  }
  return { head, blocks, finish: () => ({ annotations: [], repairs: [] }) };
}

/** Imports them as a recording. Returns its id. */
export async function importMade(
  db: NodePgDatabase,
  dataDir: string,
  groups: readonly MadeGroup[],
  {
    place,
    beginMs,
    patientId = "A",
    isStartKnown = true,
  }: { place: Place; beginMs: number; patientId?: string; isStartKnown?: boolean },
): Promise<number> {
  const source = { kind: "reader", reader: readerOf(groups, beginMs, isStartKnown), name: "made" } as const;
  return importRecording({ source, db, dataDir, timezone: "UTC", place, patientId });
}

/** Samples [first, end) by pages that end at these places, NaN where a page has no segment. */
export async function samplesOf(
  client: Client,
  recording: RecordingDetail,
  first: number,
  end: number,
  cuts: readonly number[] = [],
): Promise<Float32Array> {
  const [group] = recording.groups;
  const whole = new Float32Array(end - first).fill(Number.NaN);
  const borders = [first, ...cuts, end];
  await Promise.all(
    borders.slice(1).map(async (to, k) => {
      const request = requestFor(recording, group, { first: borders[k], end: to, form: { kind: "samples" } });
      const { data, segments, first: at } = (await client.page(request)).blocks[0] as SamplesBlock;
      for (const run of segments)
        whole.set(data.subarray(run.first - at, run.first - at + run.count), run.first - first);
    }),
  );
  return whole;
}

export const bytesOf = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);
