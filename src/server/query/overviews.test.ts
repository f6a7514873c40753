import { expect, it } from "vitest";
import { pyramidLevels } from "../../domain/time/grid.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { BusEvent } from "../platform/bus/bus.ts";
import { overviewBytes, overviewOf, startOverviews, trendsBeforehand } from "./overviews.ts";
import { trendBytes } from "./trend-store.ts";

const hour = 256 * 3600;

function recordingOf(id: number, more: Partial<RecordingDetail> = {}, samples = hour): RecordingDetail {
  const channels = ["Fp1", "F7", "T7", "P7", "O1"].map((label) => ({ label, unit: "uV", is_uncalibrated: false }));
  const segments = [{ first: 0, count: samples, start_ms: 0 }];
  const facts = { modality: "EEG", kind: "eeg", sampling_hz: 256, sample_count: samples, segments, channels };
  const group = facts as unknown as SignalGroup;
  return { data_object_id: id, data_version: 1, state: "ready", groups: [group], ...more } as RecordingDetail;
}

/** Recordings as they come; `built` names what was built, `fail` what cannot be. */
function world(recordings: RecordingDetail[], { derivedCacheBytes = 2 ** 30 } = {}) {
  const built: string[] = [];
  const trends: string[] = [];
  const logged: string[] = [];
  const fail = new Set<number>();
  /** Recordings of whose trends another node makes some. */
  const elsewhere = new Set<number>();
  const hears: ((event: BusEvent) => void)[] = [];
  const log = (facts: object, event: string) =>
    void logged.push(`${event} ${(facts as { recordingId: number }).recordingId}`);
  const overviews = startOverviews({
    pages: {
      build: async ({ recording: { data_object_id: id, data_version } }) => {
        if (fail.has(id)) throw new Error("no");
        built.push(`${id}/${data_version}`);
        return 2;
      },
      buildTrends: async ({ source, settings }) => {
        trends.push(`${source.recording.data_object_id}/${source.group.modality}/${settings.isArtifactReduced}`);
        return { built: 1, left: elsewhere.has(source.recording.data_object_id) ? 1 : 0 };
      },
    },
    recordings: { get: async (id) => recordings.find(({ data_object_id }) => data_object_id === id) ?? null },
    wanted: async () => recordings.map(({ data_object_id }) => data_object_id),
    bus: {
      listen: (hear) => {
        hears.push(hear);
        return () => void hears.splice(hears.indexOf(hear), 1);
      },
    },
    derivedCacheBytes,
    log: { info: log, warn: log },
  });
  const tell = async (kind: "prefetch-changed" | "jobs-waiting" | "mail-waiting") => {
    for (const hear of hears) hear({ kind });
    await overviews.idle();
  };
  return { overviews, recordings, built, trends, logged, fail, elsewhere, hears, tell };
}

it("is what the review opens with: the opening montage with the default filters", () => {
  const order = overviewOf(recordingOf(1));
  expect(order?.recipe.filters).toEqual({ lff: 1, hff: 30, notch: 60 });
  expect(order?.recipe.derivations).toHaveLength(5); // as recorded: most of the default montage is missing
  expect(overviewOf(recordingOf(1, { state: "importing" }))).toBeNull();
  expect(overviewOf(recordingOf(1, { groups: [] }))).toBeNull();
});

it("is built for each recording once, again for a new version, and for what is new as soon as it is told", async () => {
  const { overviews, recordings, built, tell } = world([recordingOf(2), recordingOf(1)]);
  await overviews.idle();
  expect(built).toEqual(["2/1", "1/1"]);
  await tell("jobs-waiting");
  expect(built).toHaveLength(2);
  recordings.unshift(recordingOf(3));
  recordings[1] = recordingOf(2, { data_version: 2 });
  await tell("mail-waiting");
  expect(built).toHaveLength(2);
  await tell("prefetch-changed");
  expect(built.slice(2)).toEqual(["3/1", "2/2"]);
  await overviews.close();
});

it("makes the trends of each EEG too, as a window opens with them first, and again when a chunk has been added", async () => {
  const grown = (samples: number) => recordingOf(1, { tail: { revision: 1, end_ms: 0, groups: [] } }, samples);
  const { overviews, recordings, trends, tell } = world([grown(700 * 256), recordingOf(2, { groups: [] })]);
  await overviews.idle();
  expect(trends).toEqual(["1/EEG/false", "1/EEG/true"]);
  recordings[0] = grown(1100 * 256);
  await tell("jobs-waiting");
  expect(trends).toHaveLength(2);
  recordings[0] = grown(1300 * 256);
  await tell("jobs-waiting");
  expect(trends).toHaveLength(4);
  await overviews.close();
});

it("takes half of the cache at most, for the most urgent", async () => {
  const order = overviewOf(recordingOf(1));
  const one = order === null ? 0 : overviewBytes(order);
  expect(one).toBe(pyramidLevels.reduce((sum, level) => sum + Math.ceil(hour / level), 0) * (8 * 5 + 1));
  const all = trendsBeforehand(recordingOf(1)).reduce((sum, { source }) => sum + trendBytes(source.group), one);
  const { overviews, built, trends } = world(
    [3, 2, 1].map((id) => recordingOf(id)),
    { derivedCacheBytes: 2 * (all + 2 * one) },
  );
  await overviews.idle();
  expect(built).toEqual(["3/1", "2/1", "1/1"]); // a review opens with it: before anybody's trends
  expect(trends).toEqual(["3/EEG/false", "3/EEG/true"]);
  await overviews.close();
});

it("looks again after trends that another node is making: it may die at them", async () => {
  const { overviews, trends, elsewhere, tell } = world([recordingOf(1)]);
  elsewhere.add(1);
  await overviews.idle();
  await tell("jobs-waiting");
  expect(trends).toHaveLength(4);
  elsewhere.clear();
  await tell("jobs-waiting");
  expect(trends).toHaveLength(6);
  await tell("jobs-waiting");
  expect(trends).toHaveLength(6);
  await overviews.close();
});

it("goes on with the others when one fails, which is told once", async () => {
  const { overviews, built, logged, fail, tell } = world([recordingOf(2), recordingOf(1)]);
  fail.add(2);
  await overviews.idle();
  await tell("jobs-waiting");
  expect(built).toEqual(["1/1"]);
  expect(logged.filter((line) => line.startsWith("overview"))).toEqual(["overview.failed 2", "overview.built 1"]);
  await overviews.close();
});

it("hears nothing any more once it is closed", async () => {
  const { overviews, hears } = world([]);
  await overviews.close();
  expect(hears).toEqual([]);
});
