import { expect, it } from "vitest";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { StoredSamples } from "../recordings/index.ts";
import type { ComputePool, ComputeWork } from "./compute-pool.ts";
import { chunkLength, DerivedSamples } from "./derived-samples.ts";
import { cancelled } from "./page-refused.ts";
import type { PageSource } from "./tasks/task.ts";
import type { Asker } from "./turns.ts";

const count = 100_000;
const length = chunkLength(125);

/** An average of what ends at `end` samples; `damage`: version of its source. */
function sourceOf({ end = count, dataVersion = 1, gap = 0 } = {}): PageSource {
  const segments = [
    { first: 0, count: 70_000 - gap, start_ms: 0 },
    { first: 70_000, count: end - 70_000, start_ms: 560_000 },
  ];
  const source = { modality: "A", sampling_hz: 125, sample_count: end, segments, channels: [{ gain: 1, offset: 0 }] };
  const recording = { data_object_id: 1, data_version: dataVersion, start_ms: 0, groups: [source] };
  const group = { ...source, modality: "of A", channels: [{ gain: 1, offset: 0 }] } as unknown as SignalGroup;
  const analysis = {
    analytic: "rolling_average",
    source: { data_object_id: 1, modality: "A", channel: 0 },
    calculationWindowMs: 5000,
  };
  const derived = { ...recording, data_object_id: -1, groups: [group], analysis, sources: [recording], masked: [] };
  return { recording: derived as unknown as RecordingDetail, group, first: 0, end };
}

/** Gives the index of each sample as its value, and keeps what was asked for. */
function makeWorld(budgetBytes?: number) {
  const works: ComputeWork[] = [];
  const pool = {
    run(work: ComputeWork, asker: Asker) {
      works.push(work);
      const { first, count: taken } = work.input as { first: number; count: number };
      const data = Float32Array.from({ length: taken }, (_, k) => first + k);
      const made = { first, count: taken, data, runs: [] } satisfies StoredSamples;
      const result = asker.signal.aborted ? Promise.reject(cancelled()) : Promise.resolve(made);
      return { result, progress: () => 0 };
    },
  } as unknown as ComputePool;
  return { samples: new DerivedSamples(pool, "core", budgetBytes), works };
}

const asker = (signal = new AbortController().signal): Asker => ({ user: {}, epoch: 0, sequence: 0, signal });
const spansOf = (works: ComputeWork[]) => works.splice(0).map(({ input }) => input);

it("makes a chunk once, whatever of it is asked for, and none where nothing is", async () => {
  const { samples, works } = makeWorld();
  const read = async (first: number, taken: number) =>
    (await samples.read(sourceOf({ gap: 3000 }), { first, count: taken }, asker()).result).data;
  expect([...(await read(10, 5))]).toEqual([10, 11, 12, 13, 14]);
  expect(spansOf(works)).toEqual([{ first: 0, count: length }]);
  const across = await read(length - 2, 4);
  expect([...across]).toEqual([length - 2, length - 1, length, length + 1]);
  expect(spansOf(works)).toEqual([{ first: length, count: count - length }]);
  expect((await read(0, 10 * count)).length).toBe(count);
  expect((await read(68_000, 100)).every(Number.isNaN)).toBe(true);
  expect((await read(count, 100)).length).toBe(0);
  expect(spansOf(works)).toEqual([]);
});

it("makes anew what has grown, and what its source lost behind it, and nothing else", async () => {
  const { samples, works } = makeWorld();
  const read = (source: PageSource) => samples.read(source, { first: 0, count: 2 * count }, asker()).result;
  await read(sourceOf());
  expect(spansOf(works)).toHaveLength(2);
  await read(sourceOf({ end: count + 1 }));
  expect(spansOf(works)).toEqual([{ first: length, count: count + 1 - length }]);
  await read(sourceOf({ gap: 10 }));
  expect(spansOf(works)).toEqual([{ first: length, count: count - length }]);
  await read(sourceOf({ dataVersion: 2 }));
  expect(spansOf(works)).toHaveLength(2);
});

it("keeps no more than it may, the last used, and nothing of a page that was given up", async () => {
  const { samples, works } = makeWorld(4 * length);
  const read = (first: number) => samples.read(sourceOf(), { first, count: 1 }, asker()).result;
  await read(0);
  await read(length);
  await read(length);
  expect(spansOf(works)).toHaveLength(2);
  await read(0);
  expect(spansOf(works)).toHaveLength(1);
  const gone = new AbortController();
  gone.abort();
  await expect(samples.read(sourceOf(), { first: length, count: 1 }, asker(gone.signal)).result).rejects.toMatchObject({
    code: "cancelled",
  });
  expect(spansOf(works)).toEqual([]);
});

it("has chunks of a power of two, of six hours at most", () => {
  expect([125, 2048, 1, 1 / 60, 1 / 86_400].map(chunkLength)).toEqual([65_536, 65_536, 2048, 256, 1]);
});
