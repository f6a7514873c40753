import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Recipe } from "../../../protocol/recipe.ts";
import type { SignalGroup } from "../../../protocol/recordings.ts";
import { openCore } from "../../../signal/node.ts";
import { BlockMeans } from "../../analysis/index.ts";
import { createSampleReader, type SampleReader, type StoredRecording } from "../../recordings/index.ts";
import { RecordingWriter } from "../../recordings/recording-writer.ts";
import { streamColumns } from "../column-stream.ts";
import { storedChannels, storedRecipeColumns } from "./stored-recipe.ts";

let dataDir: string;
let reader: SampleReader;
let id = 0;
const core = openCore();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "connect-stored-recipe-"));
  reader = createSampleReader(dataDir, { isBlocking: true });
});
afterAll(async () => {
  reader.close();
  await rm(dataDir, { recursive: true });
});

const off = { lff: null, hff: null, notch: null };
const row = (index: number): Recipe["derivations"][number] => ({
  first: { kind: "channel", index },
  second: { kind: "zero" },
});
const gains = [0.1, -0.37, 1 / 3];

/** Parts as [samples left out before it, samples, whether it begins at a seam]. */
async function stored(parts: readonly (readonly [number, number, boolean])[]) {
  const head = {
    ...{ objType: "EDF" as const, startMs: 0, isStartKnown: false, timezone: "UTC", sizeBytes: 0 },
    groups: [
      {
        ...{ modality: "P", kind: "eeg" as const, sampling_hz: 256, sample_type: "int16" as const, missing_code: null },
        channels: gains.map((gain, k) => ({
          ...{ source_index: k, label: `C${k}`, unit: "uV", gain, offset: 0.7 * k },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        })),
      },
    ],
  };
  const writer = new RecordingWriter(join(dataDir, "recordings", String(++id)), head);
  let at = 0;
  let state = 7 * id;
  for (const [skip, count, isSeam] of parts) {
    at += skip;
    const data = Int16Array.from({ length: gains.length * count }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state >>> 16) - 32_768;
    });
    await writer.append({ group: 0, startMs: (at * 1000) / 256, count, data, isSeam: isSeam && skip === 0 });
    at += count;
  }
  const { groups, anchors } = await writer.finish([], []);
  const recording = { data_object_id: id, groups, anchors, damage: [] } as unknown as StoredRecording;
  return { core, reader, recording, group: groups[0] };
}

it("are bit by bit what the samples give, whatever the gaps, seams and columns", async () => {
  const part = fc.tuple(
    fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3000 })),
    fc.integer({ min: 1, max: 9000 }),
    fc.boolean(),
  );
  const parameters = fc.record({
    parts: fc.array(part, { minLength: 1, maxLength: 6 }),
    width: fc.constantFrom(64, 128, 192, 1024, 4096),
    firstColumn: fc.integer({ min: -2, max: 40 }),
    columns: fc.integer({ min: 1, max: 90 }),
    channels: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(parameters, async ({ parts, width, firstColumn, columns, channels }) => {
      const source = await stored(parts);
      const grid = { firstColumn: Math.max(0, firstColumn), columns, samplesPerColumn: width };
      const recipe: Recipe = { derivations: channels.map(row), filters: off };
      expect(storedChannels(recipe, source.group)).toEqual(channels);
      const made = await storedRecipeColumns.run(source, { channels, grid }, () => undefined, {
        reader,
        means: new BlockMeans(),
      });
      const { data, breaks } = await streamColumns(source, recipe, grid, () => undefined);
      expect(made).toEqual({ data, breaks });
    }),
    { numRuns: 60 },
  );
});

it("are of nothing else: filters, differences, means, values that may be missing", () => {
  const group = { sample_type: "int16", missing_code: null } as SignalGroup;
  const recipe: Recipe = { derivations: [row(2), row(0)], filters: off };
  expect(storedChannels(recipe, group)).toEqual([2, 0]);
  expect(storedChannels({ ...recipe, derivations: [{ ...row(1), filters: off }] }, group)).toEqual([1]);
  for (const other of [
    { ...recipe, filters: { ...off, hff: 30 } },
    { ...recipe, reduction: "mean" as const },
    { ...recipe, derivations: [row(0), { ...row(1), filters: { ...off, lff: 1 } }] },
    { ...recipe, derivations: [{ first: row(0).first, second: row(1).first }] },
    { ...recipe, derivations: [{ first: { kind: "average" as const, members: [0, 1] }, second: row(0).second }] },
    { ...recipe, derivations: [{ first: { kind: "missing" as const }, second: row(0).second }] },
  ])
    expect(storedChannels(other, group)).toBeNull();
  expect(storedChannels(recipe, { ...group, missing_code: -32_768 })).toBeNull();
  expect(storedChannels(recipe, { ...group, sample_type: "float32" })).toBeNull();
});
