/** Pages of the demo recording as a review shows them when it opens: its montage, rows, filters, time lines and light theme. */

import { createMontageLibrary } from "../../../src/app/review/rows/drawn.ts";
import { usualSensitivities } from "../../../src/domain/montage/display.ts";
import { defaultAuxFilters, defaultFilters } from "../../../src/domain/montage/filter-options.ts";
import { openingMontageId } from "../../../src/domain/montage/montage.ts";
import { asInMontage } from "../../../src/domain/montage/row-arrangement.ts";
import { recipeOf } from "../../../src/domain/montage/row-recipe.ts";
import { usualPixelsPerMm } from "../../../src/domain/screen-scale.ts";
import { clockOf } from "../../../src/domain/time/clock.ts";
import type { PlotColours } from "../../../src/picture/grid-view.ts";
import { gridView, plotBands, traceView } from "../../../src/picture/grid-view.ts";
import { type SideColours, traceRows } from "../../../src/picture/trace-rows.ts";
import type { Recipe } from "../../../src/protocol/recipe.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import type { Rgba, TraceTile } from "../../../src/render/types.ts";
import { openDemoSource } from "../../../src/server/ingest/demo/index.ts";
import { openEngine } from "../../../src/signal/node.ts";
import type { ColumnGrid, ColumnResult, SampleSource } from "../../../src/signal/types.ts";
import type { Scene } from "./scenes.ts";

const seconds = 120;
/** Where the pages begin: after the warm-up of the filters. */
const pageStartSeconds = 45;
const tileSamples = 1024;

const rgb = (hex: number): Rgba => [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255, 1];
/** As in tokens.css, light. */
const colours: PlotColours = {
  background: rgb(0xffffff),
  second: rgb(0xd5dde5),
  fifthSecond: rgb(0xb4c0cb),
  gap: rgb(0xc3ccd5),
  loading: rgb(0xeef2f6),
  failed: rgb(0xfdecea),
};
const sides: SideColours = { left: rgb(0x1d4f9e), right: rgb(0xad241d), mid: rgb(0x22303c), aux: rgb(0x6b3fa0) };

export interface DemoPages {
  /** Stored samples of the EEG inputs, [channel][sample]. */
  readonly stored: Int16Array;
  readonly recording: RecordingDetail;
  /** Where the pages begin, epoch ms. */
  readonly startMs: number;
  columns(recipe: Recipe, grid: ColumnGrid): ColumnResult;
  /** The page of a plot of so many CSS px. */
  page(lengthSeconds: number, size: { width: number; height: number; ratio: number }): Scene;
}

/** Makes the recording; its seed is fixed, so it is the same every time. */
export async function openDemoPages(): Promise<DemoPages> {
  const { recording, source } = await recordDemo();
  const drawn = createMontageLibrary(recording).drawn(openingMontageId(recording), asInMontage);
  if (drawn === null) throw new Error("the demo has no EEG");
  const samplingHz = drawn.group.sampling_hz;
  const filters = { eeg: defaultFilters, aux: defaultAuxFilters };
  const recipe = recipeOf(drawn.resolved, drawn.computed, { filters, samplingHz });
  const engine = openEngine();
  let nextId = 1;
  const tileAt = (firstSample: number): TraceTile => {
    const { data, breaks } = engine.samples(source, recipe, firstSample, tileSamples);
    const rows = recipe.derivations.length;
    const shape = { kind: "samples", rows, count: tileSamples, firstSample, samplesPerColumn: 1 } as const;
    return { id: nextId++, ...shape, data, breaks };
  };
  return {
    stored: source.data as Int16Array,
    recording,
    startMs: recording.start_ms + pageStartSeconds * 1000,
    columns: (recipe, grid) => engine.columns(source, recipe, grid),
    page(lengthSeconds, css) {
      const startMs = recording.start_ms + pageStartSeconds * 1000;
      const span = { startMs, endMs: startMs + lengthSeconds * 1000 };
      const size = { width: css.width * css.ratio, height: css.height * css.ratio, ratio: css.ratio };
      const view = gridView(span, recording.start_ms, samplingHz, size.width);
      const tiles: TraceTile[] = [];
      const first = Math.floor(view.startSample / tileSamples) * tileSamples;
      for (let at = first; at < view.endSample; at += tileSamples) tiles.push(tileAt(at));
      const clock = clockOf(recording);
      const place = { span, view, size, clock, group: drawn.group, tiles, failed: [], colours };
      const bands = plotBands({ ...place, recording: { startMs: recording.start_ms, endMs: recording.end_ms } });
      const rows = traceRows(drawn, usualSensitivities, 0, size, sides, usualPixelsPerMm);
      return { view: traceView(view, size, { background: colours.background, bands, rows }), tiles };
    },
  };
}

/** The EEG of the demo's first minutes, before its gap, as a recording and as a source of its samples. */
async function recordDemo(): Promise<{ recording: RecordingDetail; source: SampleSource }> {
  const demo = openDemoSource({ durationSeconds: 3600 });
  const { groups, startMs, timezone } = demo.head;
  const eeg = groups.findIndex(({ kind }) => kind === "eeg");
  const { sampling_hz, channels } = groups[eeg];
  const count = seconds * sampling_hz;
  const data = new Int16Array(channels.length * count);
  let filled = 0;
  for await (const block of demo.blocks()) {
    if (block.group !== eeg) continue;
    for (let row = 0; row < channels.length; row++)
      data.set(block.data.subarray(row * block.count, (row + 1) * block.count), row * count + filled);
    filled += block.count;
    if (filled >= count) break;
  }
  const segments = [{ first: 0, count, start_ms: startMs }];
  const group = { ...groups[eeg], sample_count: count, segments };
  const times = { start_ms: startMs, end_ms: startMs + seconds * 1000, is_start_known: true, timezone };
  return {
    recording: { ...times, groups: [group] } as unknown as RecordingDetail,
    source: {
      samplingHz: sampling_hz,
      ...{ first: 0, count, data, missingCode: null, runs: [{ first: 0, count }] },
      gains: channels.map(({ gain }) => gain),
      offsets: channels.map(({ offset }) => offset),
    },
  };
}
