import { afterEach, describe, expect, it, vi } from "vitest";
import type { Graph, TraceContent } from "../../../../domain/graphs/graph.ts";
import type { Feed, FeedWindow } from "../../../../feed/types.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import { testStore } from "../../annotations/sessions/test-store.ts";
import type { MontageStore } from "../../montages/montage-store.ts";
import { createLinkGroup } from "../../time/link-group.ts";
import { growFile } from "../../time/timeline.ts";
import { openSeriesWindow } from "./series-window.ts";

const calls = vi.hoisted(() => ({
  waiting: [] as { body: object; answer: (made: unknown) => void; fail: (error: Error) => void }[],
}));
vi.mock("../../../session/index.ts", () => ({
  ApiFailure: class extends Error {
    status = 400;
  },
  call: (_route: unknown, body: object) => new Promise((answer, fail) => calls.waiting.push({ body, answer, fail })),
}));
vi.mock("../../clock-setting.ts", () => ({ currentHours: () => 24 }));
afterEach(() => {
  calls.waiting.splice(0);
  vi.restoreAllMocks();
});

const group = (modality: string, sample_count = 75_000) =>
  ({
    ...{ modality, kind: "waveform", sampling_hz: 125, sample_count, segments: [] },
    channels: [{ label: modality, unit: "mmHg", is_uncalibrated: false }],
  }) as unknown as SignalGroup;
const file = (data_object_id: number, ...groups: SignalGroup[]) =>
  ({
    ...{ data_object_id, groups, damage: [], start_ms: 0, end_ms: 600_000, utc_offset_minutes: 0 },
    ...{ patient_key: 1, is_start_known: true },
  }) as unknown as RecordingDetail;
const plain = (dataKey: string, dataSource: number | "current_patient" = "current_patient"): TraceContent => ({
  signal: { dataSource, dataKey, rawDataKey: "" },
  onDemandAnalysis: null,
});
const graphOf = (id: string, ...contents: TraceContent[]): Graph => ({
  ...{ id, name: id, renderStrategy: "line", min: 0, max: 1, autoScale: true },
  traces: contents.map((content, k) => ({
    ...{ id: `${id}${k}`, name: "", renderStrategy: "line", color: "#000000", content },
  })),
});
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** All that is asked of the feed is here at once. */
function world(graphs: Graph[], { hideEmptyGraphs = false, viewDuration = 60_000, groups = [group("ABP")] } = {}) {
  const status = { connection: "connected", graceUntil: null, pending: 0, buildingFraction: null, failed: [] };
  const feed = {
    openWindow: () =>
      ({
        ...{ status, isComplete: () => true, isPictured: () => true, provisional: () => [] },
        [Symbol.dispose]: () => undefined,
      }) as unknown as FeedWindow,
    follow: () => () => undefined,
    hearChanges: () => () => undefined,
  } as unknown as Feed;
  const recording = file(7, ...groups);
  const window = openSeriesWindow(
    {
      recording,
      annotations: testStore([]),
      showEvent: () => false,
      feed,
      link: createLinkGroup(),
      wanted: null,
      startMs: null,
      montages: {} as MontageStore,
    },
    { graphs, hideEmptyGraphs, artifacts: "show", viewDuration, playbackSpeed: 1 },
  );
  const kind = () => {
    window.readout.drawn();
    return window.readout.read().kind;
  };
  return { window, recording, kind };
}

describe("what is said of a window", () => {
  it("is not that it is exact, while a signal of it is not known yet or cannot be had", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { window, kind } = world([graphOf("a", plain("ABP"), plain("ABP", 9))]);
    expect(kind()).toBe("loading");
    calls.waiting.splice(0)[0].fail(new Error("away"));
    await settle();
    expect(kind()).toBe("failed");
    // Spec 001 section 8; the graph says which.
    expect(window.readout.read().label).toBe("not all data objects loaded!");
    window.recordings.tryAgain();
    expect(kind()).toBe("loading");
    calls.waiting.splice(0)[0].answer(file(9, group("ABP")));
    await settle();
    expect(kind()).toBe("exact");
    window[Symbol.dispose]();
  });
});

it("has the page length that it was kept with once the files are known that hold so much", async () => {
  const hourMs = 3_600_000;
  const { window } = world([graphOf("a", plain("ABP", 9))], { viewDuration: hourMs });
  expect(window.timeline.endMs).toBe(600_000);
  window.sources();
  calls.waiting.splice(0)[0].answer({ ...file(9, group("ABP")), end_ms: 8 * hourMs });
  await settle();
  window.sources();
  expect([window.timeline.startMs, window.timeline.endMs]).toEqual([0, hourMs]);
  window[Symbol.dispose]();
});

it("tells that a hidden graph is no longer empty, though nothing is drawn", async () => {
  const options = { hideEmptyGraphs: true, groups: [group("ABP", 0)] };
  const { window, recording } = world([graphOf("a", plain("ABP"))], options);
  expect(window.shown().graphs).toEqual([]);
  recording.groups[0].sample_count = 125;
  growFile(window.timeline, 601_000);
  await settle();
  expect(window.recordings.state.version).toBe(1);
  window[Symbol.dispose]();
});

it("shows a graph that was hidden as empty once its group has grown", () => {
  const { window, recording } = world([graphOf("a", plain("ABP")), graphOf("i", plain("ICP"))], {
    hideEmptyGraphs: true,
    groups: [group("ABP"), group("ICP", 0)],
  });
  const names = () => window.shown().graphs.map(({ graph }) => graph.id);
  expect(names()).toEqual(["a"]);
  const { version } = window.recordings.state;
  recording.groups[0].sample_count += 1;
  expect([names(), window.recordings.state.version]).toEqual([["a"], version]);
  // In place, as the feed does it.
  recording.groups[1].sample_count = 125;
  expect([names(), window.recordings.state.version]).toEqual([["a", "i"], version + 1]);
  expect([names(), window.recordings.state.version]).toEqual([["a", "i"], version + 1]);
  window[Symbol.dispose]();
});

describe("PRx in a view below its period", () => {
  const name = (dataKey: string) => ({ dataSource: "current_patient" as const, dataKey, rawDataKey: "" });
  const prx = (calculationPeriodMs: number): TraceContent => ({
    signal: null,
    onDemandAnalysis: {
      ...{ analytic: "prx", ABP: name("ABP"), ICP: name("ICP") },
      ...{ calculationWindowMs: 300_000, calculationPeriodMs },
    },
  });
  const groups = [group("ABP"), group("ICP")];
  const askedPeriods = () =>
    calls.waiting.map(
      ({ body }) => (body as { analysis: { calculationPeriodMs: number } }).analysis.calculationPeriodMs,
    );

  it("has a period of its own for each trace", () => {
    const { window } = world([graphOf("p", prx(62_000), prx(300_000))], { groups, viewDuration: 65_000 });
    window.shown();
    expect(askedPeriods()).toEqual([62_000, 6000]);
    window[Symbol.dispose]();
  });

  it("lets go of the analyses of other lengths", async () => {
    const { window } = world([graphOf("p", prx(300_000))], { groups, viewDuration: 200_000 });
    let id = -1;
    for (const endMs of [200_000, 190_000, 180_000, 185_000]) {
      window.timeline.endMs = endMs;
      window.shown();
      for (const { answer } of calls.waiting.splice(0)) answer(file(id--, group("made")));
      await settle();
      expect(window.shown().sources.map(({ recording }) => recording.data_object_id)).toEqual([id + 1]);
    }
    // The last two have one period.
    expect(id).toBe(-4);
    expect(window.recordings.known().map(({ data_object_id }) => data_object_id)).toEqual([7, -3]);
    window[Symbol.dispose]();
  });
});
