import { expect, it } from "vitest";
import type { HeatmapTrace, TraceContent } from "../../../../domain/graphs/graph.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { boundsInView, roundBounds } from "./range-in-view.ts";
import type { SeriesWindow } from "./series-window.ts";

const recording = {
  ...{ data_object_id: 7, start_ms: 0, end_ms: 100_000 },
  groups: [
    {
      ...{ modality: "ICP", kind: "waveform", sampling_hz: 1, sample_count: 100, segments: [] },
      channels: [
        { label: "ICP_na", unit: "mmHg", is_uncalibrated: false },
        { label: "Other", unit: "mmHg", is_uncalibrated: false },
      ],
    },
  ],
} as unknown as RecordingDetail;
const icp: TraceContent = {
  signal: { dataSource: "current_patient", dataKey: "ICP_na", rawDataKey: "" },
  onDemandAnalysis: null,
};
const heatmap = (content: TraceContent) => ({ id: "t", renderStrategy: "heatmap", content }) as HeatmapTrace;
const row = (index: number) => ({ first: { kind: "channel", index }, second: { kind: "zero" } });

/** A window over 10 to 20 s of samples that are as high as they are late. */
function windowOf(reduction?: "mean") {
  const tile = {
    ...{ id: 1, kind: reduction === "mean" ? "means" : "samples", rows: 1, count: 100, firstSample: 0 },
    ...{ samplesPerColumn: 1, data: Float32Array.from({ length: 100 }, (_, k) => k / 10), breaks: new Uint8Array(100) },
  };
  const source = { recording, group: recording.groups[0], recipe: { derivations: [row(0)], reduction } };
  return {
    shown: () => ({ graphs: [], hidden: 0, sources: [source] }),
    sources: () => [{ ...source, feedWindow: { tiles: () => [tile] } }],
    recordings: { known: () => [recording], of: () => ({ recording }) },
    timeline: { startMs: 10_000, endMs: 20_000 },
  } as unknown as SeriesWindow;
}

it("are those of the samples in view of a channel that the window shows, whichever graph shows it", () => {
  expect(boundsInView(windowOf(), heatmap(icp))).toEqual({ min: 1, max: 1.9 });
});

it("are none of what the window does not show", () => {
  const other = { ...icp, signal: { ...icp.signal, dataKey: "Other" } } as TraceContent;
  const elsewhere = { ...icp, signal: { ...icp.signal, dataSource: 9 } } as TraceContent;
  const average = {
    ...icp,
    onDemandAnalysis: { analytic: "rolling_average", calculationWindowMs: 60_000 },
  } as TraceContent;
  for (const content of [other, elsewhere, average]) expect(boundsInView(windowOf(), heatmap(content))).toBeNull();
});

it("have few digits, hold all values, and are apart", () => {
  expect(roundBounds({ min: 3.12345, max: 31.999 })).toEqual({ min: 3.1, max: 32 });
  expect(roundBounds({ min: -0.4321, max: 0.8765 })).toEqual({ min: -0.44, max: 0.88 });
  expect(roundBounds({ min: 0.1, max: 0.3 })).toEqual({ min: 0.1, max: 0.3 });
  expect(roundBounds({ min: 1234.5, max: 9876.5 })).toEqual({ min: 1234, max: 9877 });
  expect(roundBounds({ min: 7, max: 7 })).toEqual({ min: 6.5, max: 7.5 });
});
