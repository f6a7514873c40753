/** Pictures for tests of what is drawn: one source of 1 Hz in 100 pixels. */
import { clockOf } from "../../../../domain/time/clock.ts";
import type { TraceTile } from "../../../../render/types.ts";
import type { Picture, PlotSource, SourcePicture } from "../../plot/plot-content.ts";
import type { ShownGraph, ShownTrace } from "./shown.ts";

export const clip = { x: 0, y: 10, width: 100, height: 40 };
export const grey = [0.5, 0.5, 0.5, 1] as const;
export const red = [1, 0, 0, 1] as const;

/** Samples [0, 1000), 10 a pixel. */
export function pictureOf(source: Partial<PlotSource> = {}, startSample = 0): Picture {
  const tile: TraceTile = {
    ...{ id: 1, kind: "samples", rows: 1, count: 1000, firstSample: 0, samplesPerColumn: 1 },
    ...{ data: Float32Array.from({ length: 1000 }, (_, k) => k / 1000), breaks: new Uint8Array(1000) },
  };
  const whole = {
    ...{ recording: { start_ms: 0 }, group: { sampling_hz: 1, sample_count: 1000 }, damage: [] },
    ...{ feedWindow: { status: { failed: [] }, provisional: () => [] }, ...source },
  };
  const picture = {
    ...{ source: whole, tiles: [tile] },
    view: { startSample, endSample: startSample + 1000, samplesPerPixel: 10 },
  } as unknown as SourcePicture;
  return {
    ...{ span: { startMs: 0, endMs: 1_000_000 }, size: { width: 100, height: 50, ratio: 1 }, isPlaying: false },
    clock: clockOf({ start_ms: 0, is_start_known: true, timezone: "UTC" }),
    colours: { loading: grey, failed: grey, gap: grey, second: grey, fifthSecond: grey },
    sources: [picture],
  } as unknown as Picture;
}

/** A graph of traces of that source. */
export const shownOf = (renderStrategy: "line" | "heatmap", ...ids: string[]): ShownGraph =>
  ({
    graph: { id: "g", renderStrategy },
    deltas: [],
    traces: ids.map(
      (id) =>
        ({
          trace: { id, renderStrategy, colorSpectrum: "Inferno", lowerBound: 0, upperBound: 1 },
          state: { kind: "drawn", source: 0, row: 0 },
        }) as unknown as ShownTrace,
    ),
  }) as unknown as ShownGraph;
