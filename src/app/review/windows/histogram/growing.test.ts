/** Charts over a recording that grows while they are open. */
import { proxy } from "valtio";
import { afterEach, expect, it, vi } from "vitest";
import type { Feed, PageWindow, WantedPage } from "../../../../feed/types.ts";
import type { BinsBlock, Page } from "../../../../protocol/page-codec.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { testStore } from "../../annotations/sessions/test-store.ts";
import type { MontageStore } from "../../montages/montage-store.ts";
import { createLinkGroup } from "../../time/link-group.ts";
import { growFile, setFollowing, showLength } from "../../time/timeline.ts";
import { openHistogram } from "./histogram-window.ts";
import { addedModality, histogramSettings } from "./stored.ts";

vi.mock("../../clock-setting.ts", () => ({ currentHours: () => 24 }));
afterEach(() => vi.useRealTimers());

/** A histogram of the end of a recording of 90 s; pages come when they are given. */
function world({ isLive = false, wanted: asked = { startMs: 30_000, endMs: 90_000 } } = {}) {
  vi.useFakeTimers();
  const recording = {
    ...{ data_object_id: 7, data_version: 1, damage: [], start_ms: 0, end_ms: 90_000, utc_offset_minutes: 0 },
    ...{ patient_key: 1, patient_id: "P", is_start_known: true, obj_name: "Live" },
    groups: [
      {
        ...{ modality: "ABP", kind: "waveform", sampling_hz: 1, sample_count: 90, segments: [] },
        channels: [{ label: "ABP", unit: "mmHg", is_uncalibrated: false }],
      },
    ],
  } as unknown as RecordingDetail;
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
    get status() {
      const status = { connection: "connected", graceUntil: null, buildingFraction: null, failed: [] };
      return { ...status, pending: wanted.filter(({ key }) => !here.has(key)).length };
    },
    [Symbol.dispose]: () => undefined,
  } as unknown as PageWindow;
  const feed = {
    openPages: () => pages,
    follow: () => () => undefined,
    hearChanges: () => () => undefined,
  } as unknown as Feed;
  const link = createLinkGroup();
  const annotations = testStore([]);
  Object.assign(annotations, { masks: { ...annotations.masks, state: proxy({ version: 0 }) } });
  const settings = histogramSettings.read({ modalityConfigs: [addedModality("a")] }, { recording });
  const window = openHistogram(
    {
      ...{ recording, annotations, showEvent: () => false, feed, link, startMs: null },
      ...{ montages: {} as MontageStore, wanted: asked },
    },
    settings,
  );
  if (isLive) setFollowing(link, true);
  const bins = (count: number) =>
    ({
      blocks: [
        {
          ...{ kind: "bins", data: Float64Array.of(count, 0, 0) },
          tally: { expected: count, masked: 0, present: count },
        } as unknown as BinsBlock,
      ],
    }) as unknown as Page;
  const missing = () => wanted.filter(({ key }) => !here.has(key));
  return {
    ...{ window, wanted: () => wanted, failed, missing },
    async settle(ms = 0) {
      await vi.advanceTimersByTimeAsync(ms);
    },
    /** All that is asked for comes, each page with so many samples. */
    give(count: number) {
      for (const { key } of missing()) here.set(key, bins(count));
      pages.onChange();
    },
    fail(said: string) {
      for (const { key } of missing()) failed.set(key, said);
      pages.onChange();
    },
    async grow(seconds: number) {
      recording.end_ms += 1000 * seconds;
      recording.groups[0].sample_count += seconds;
      growFile(window.timeline, recording.end_ms);
      await vi.advanceTimersByTimeAsync(150);
    },
    /** Of the first bin; null: nothing stands. */
    shown: () => window.counts()?.get(0)?.[0] ?? null,
    said() {
      window.readout.drawn();
      const { kind, label, of } = window.readout.read();
      return [kind, label, of];
    },
  };
}

it.each([{ isLive: false }, { isLive: true }])("stands while its data reach further, and says so: %o", async (how) => {
  const { window, shown, said, settle, give, grow, missing } = world(how);
  await settle(200);
  give(30);
  await settle(600);
  expect(shown()).toBe(60);
  expect(said()[0]).toBe("exact");
  await settle(20_000);
  await grow(1);
  expect(missing()).not.toEqual([]);
  expect(shown()).toBe(60);
  expect(said()).toEqual(["behind", expect.stringMatching(/^0\.[2-5] s behind$/), expect.any(String)]);
  // Also while nothing comes and nothing moves.
  await settle(1000);
  expect(window.readout.read().label).toMatch(/^1\.[1-5] s behind$/);
  give(31);
  await settle(600);
  expect([shown(), said()[0]]).toEqual([61, "exact"]);
});

it("waits for what is on its way before it asks for what reaches further", async () => {
  const { shown, settle, give, grow, wanted } = world();
  await settle(200);
  const first = wanted();
  for (let k = 0; k < 5; k++) await grow(1);
  expect(wanted()).toBe(first);
  give(30);
  await settle(600);
  expect(shown()).toBe(60);
  // Then what has come since.
  expect(wanted()).not.toEqual(first);
  give(35);
  await settle(600);
  expect(shown()).toBe(65);
});

it("is taken away when what reaches further fails, or is very late", async () => {
  const { shown, settle, give, grow, fail } = world();
  await settle(200);
  give(30);
  await settle(600);
  await grow(1);
  fail("Page load timed out.");
  await settle(100);
  expect(shown()).toBeNull();
  const late = world();
  await late.settle(200);
  late.give(30);
  await late.settle(600);
  await late.grow(1);
  await late.settle(6000);
  expect(late.shown()).toBeNull();
  expect(late.said()[0]).toBe("loading");
});

it("fills a page up that the end of the file cut off, and stands meanwhile", async () => {
  const { window, shown, said, settle, give, grow } = world({ wanted: { startMs: 0, endMs: 120_000 } });
  await settle(200);
  give(90);
  await settle(600);
  expect([shown(), said()[0]]).toEqual([90, "exact"]);
  for (let seconds = 91; seconds <= 93; seconds++) {
    await grow(1);
    expect(window.timeline.endMs).toBe(1000 * seconds);
    expect([shown(), said()[0]]).toEqual([seconds - 1, "behind"]);
    give(seconds);
    await settle(600);
    expect([shown(), said()[0]]).toEqual([seconds, "exact"]);
  }
});

it("does not stand for the whole file when it is of a shorter page", async () => {
  const { window, shown, settle, give } = world({ wanted: { startMs: 0, endMs: 45_000 } });
  await settle(200);
  give(45);
  await settle(600);
  expect(shown()).toBe(45);
  showLength(window.timeline, Number.POSITIVE_INFINITY);
  await settle(200);
  expect(shown()).toBeNull();
});
