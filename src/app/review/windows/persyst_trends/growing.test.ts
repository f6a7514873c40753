/** Trends over a recording that grows while they are open. */
import { afterEach, expect, it, vi } from "vitest";
import type { Feed, PageWindow, WantedPage } from "../../../../feed/types.ts";
import type { Page } from "../../../../protocol/page-codec.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { createTrendData } from "./trend-data.ts";

const described = {
  ...{ data_object_id: -4, data_version: 1, start_ms: 0, end_ms: 600_000, patient_id: "P", tail: { revision: 1 } },
  groups: [{ modality: "made", kind: "numeric", sampling_hz: 0.1, sample_count: 60, segments: [], channels: [] }],
} as unknown as RecordingDetail;
vi.mock("../../../session/index.ts", () => ({ call: async () => described, isNotFound: () => false }));
afterEach(() => vi.useRealTimers());

/** One trend of a recording of ten minutes, or of so many epochs; pages come when they are given. */
async function world(
  trend: "suppression_ratio" | "fft_vs_baseline" = "suppression_ratio",
  epochs = 60,
  chosen: object = {},
) {
  Object.assign(described, { tail: { revision: 1 } });
  described.groups[0].sample_count = epochs;
  vi.useFakeTimers();
  const here = new Map<string, Page>();
  const failed = new Map<string, string>();
  let wanted: readonly WantedPage[] = [];
  const pages = {
    onChange: () => undefined,
    want(all: readonly WantedPage[]) {
      wanted = all;
    },
    page: (key: string) => here.get(key),
    failureOf: (key: string) => failed.get(key) ?? null,
    status: { connection: "connected", graceUntil: null, buildingFraction: null, failed: [], pending: 0 },
    [Symbol.dispose]: () => undefined,
  } as unknown as PageWindow;
  let grown = () => {};
  const feed = {
    openPages: () => pages,
    follow(_recording: RecordingDetail, onGrown: () => void) {
      grown = onGrown;
      return () => undefined;
    },
    hearChanges: () => () => undefined,
  } as unknown as Feed;
  const view = { startMs: 0, endMs: 900_000 };
  const data = createTrendData({
    ...{ review: { data_object_id: 7, groups: [], end_ms: 600_000 } as unknown as RecordingDetail, feed },
    series: [{ trend, side: "left" }],
    analysisOf: () =>
      ({ analytic: "eeg_trend", trend, source: { data_object_id: 7, modality: "EEG" }, ...chosen }) as never,
    masks: () => null,
    onGrown: () => undefined,
    onChange: () => undefined,
  });
  const look = () => data.look(view, 900);
  look();
  await vi.advanceTimersByTimeAsync(200);
  look();
  const block = { kind: "trend", epochs_per_column: 1, first_column: 0, columns: 64, data: new Float64Array(64) };
  return {
    ...{ data, view, look, state: () => data.of({ trend, side: "left" }) },
    give(baseline: object | null = null) {
      for (const { key } of wanted)
        if (!here.has(key)) here.set(key, { blocks: [{ ...block, baseline }] } as unknown as Page);
      pages.onChange();
      look();
    },
    fail() {
      for (const { key } of wanted) if (!here.has(key)) failed.set(key, "Page load timed out.");
      pages.onChange();
      look();
    },
    async grow(epochs = 1) {
      described.groups[0].sample_count += epochs;
      grown();
      await vi.advanceTimersByTimeAsync(200);
      look();
    },
  };
}

it("shows what stands while newer columns are on their way, and says that they are", async () => {
  const { data, view, state, give, grow, fail } = await world();
  expect([data.isComplete(view), data.isOutgrown()]).toEqual([false, false]);
  give();
  expect([data.isComplete(view), data.isOutgrown()]).toEqual([true, false]);
  // Behind its end nothing is missing.
  expect(state()).toMatchObject({ newer: [], knownUntilMs: 600_000 });
  await grow();
  expect([data.isComplete(view), data.isOutgrown()]).toEqual([true, true]);
  expect(state()).toMatchObject({ newer: [{ startMs: 600_000, endMs: 610_000 }], knownUntilMs: 600_000 });
  // Also where they cannot be had.
  fail();
  expect(data.isOutgrown()).toBe(true);
  await grow();
  give();
  expect([data.isComplete(view), data.isOutgrown()]).toEqual([true, false]);
  expect(state()).toMatchObject({ newer: [], knownUntilMs: 620_000 });
});

/** All of the view lies in a page that does not grow any more. */
const sealed = async (validMs: number, chosen?: object) => {
  const made = await world("fft_vs_baseline", 300, chosen);
  made.give({ state: "waiting", start_ms: null, end_ms: null, valid_ms: validMs });
  return { ...made, baseline: () => made.data.baselines()[0].baseline };
};
const used = { state: "used", start_ms: 0, end_ms: 3_600_000, valid_ms: 3_600_000 };

it("asks anew for a page without its baseline once that may be whole", async () => {
  const { data, grow, give, baseline } = await sealed(3_580_000);
  await grow();
  expect([data.isOutgrown(), baseline().state]).toEqual([false, "waiting"]);
  await grow();
  expect(data.isOutgrown()).toBe(true);
  // There were artifacts: another epoch is needed.
  give({ ...used, state: "waiting", valid_ms: 3_590_000 });
  expect([data.isOutgrown(), baseline().state]).toEqual([false, "waiting"]);
  await grow();
  expect(data.isOutgrown()).toBe(true);
  give(used);
  await grow(400);
  expect([data.isOutgrown(), baseline()]).toEqual([false, used]);
});

it("asks anew for it once the recording has reached the end of a chosen one", async () => {
  const { data, grow, give, baseline } = await sealed(1_000_000, {
    baseline: { start_ms: 2_000_000, end_ms: 3_022_222 },
  });
  await grow();
  expect([data.isOutgrown(), baseline().state]).toEqual([false, "waiting"]);
  await grow();
  expect(data.isOutgrown()).toBe(true);
  give({ state: "used", start_ms: 2_000_000, end_ms: 3_020_000, valid_ms: 1_020_000 });
  expect([data.isOutgrown(), baseline().state]).toEqual([false, "used"]);
});

it("asks anew for it when the recording is complete", async () => {
  const { data, grow, give, baseline } = await sealed(1_000_000);
  await grow();
  expect([data.isOutgrown(), baseline().state]).toEqual([false, "waiting"]);
  Object.assign(described, { tail: undefined });
  await grow(0);
  expect(data.isOutgrown()).toBe(true);
  give({ ...used, valid_ms: 1_000_000 });
  expect([data.isOutgrown(), baseline().state]).toEqual([false, "used"]);
});
