import { expect, it } from "vitest";
import { clockOf } from "../../domain/time/clock.ts";
import type { Span } from "../../domain/time/view-span.ts";
import type { Rgba } from "../../render/types.ts";
import type { PlotColours } from "../grid-view.ts";

import { panelRows } from "./panel.ts";
import { cellContent } from "./row-pictures.ts";
import { drawRow, type SeriesPicture } from "./trend-scene.ts";

const colour = (red: number): Rgba => [red, 0, 0, 1];
const inks = {
  ...{ left: colour(0.1), right: colour(0.2), ink: colour(0.3), faint: colour(0.4) },
  ...{ marked: colour(0.5), baseline: colour(0.6) },
};
const empty: SeriesPicture = { epochMs: 10_000, kind: "here", pages: [], waiting: [], failed: [] };
const hourMs = 3_600_000;
const view = { startMs: 2 * hourMs, endMs: 3 * hourMs };

/** Stretches of a colour in a view of an hour that is 360 px wide: a pixel for each epoch. */
function stretchesOf(ink: Rgba, scene: { marked?: readonly Span[]; baseline?: Span }) {
  const row = panelRows.find(({ isVsBaseline }) => isVsBaseline) ?? panelRows[0];
  const layers = drawRow(
    {
      ...{ row, box: { y: 0, height: 40 }, states: [empty], file: { startMs: 0, endMs: 6 * hourMs }, inks },
      ...{ marked: scene.marked ?? [], baselines: scene.baseline === undefined ? [] : [scene.baseline] },
    },
    {
      ...{ span: view, size: { width: 360, height: 40, ratio: 1 } },
      ...{ clock: clockOf({ start_ms: 0, time_zone: "UTC", has_real_start: true } as never) },
      colours: {} as PlotColours,
    },
  );
  return layers
    .flatMap((layer) => (layer.kind === "rects" ? layer.rects : []))
    .filter((rect) => rect.colour === ink)
    .map(({ x0, x1 }) => [x0, x1]);
}

const at = (fromMin: number, toMin: number): Span => ({ startMs: fromMin * 60_000, endMs: toMin * 60_000 });

it("marks flagged epochs and the baseline where they are", () => {
  expect(stretchesOf(inks.marked, { marked: [at(130, 135)] })).toEqual([[60, 90]]);
  expect(stretchesOf(inks.baseline, { baseline: at(60, 150) })).toEqual([[0, 180]]);
});

it("marks nothing at the edge for what lies outside of the view", () => {
  expect(stretchesOf(inks.marked, { marked: [at(20, 30), at(100, 120), at(180, 190)] })).toEqual([]);
  expect(stretchesOf(inks.baseline, { baseline: at(0, 60) })).toEqual([]);
  expect(stretchesOf(inks.baseline, { baseline: at(180, 240) })).toEqual([]);
});

it("hatches a row of both sides where neither has a value, and nowhere else", () => {
  const row = panelRows.find(({ id }) => id === "adr_vs_baseline");
  if (row === undefined) throw new Error("no such row");
  const hatch = colour(0.9);
  const side = (values: readonly number[], id: number): SeriesPicture => {
    const page = { id, firstEpoch: 720, epochs: 90, columns: 4, channels: 1, values };
    return { ...empty, pages: [page] };
  };
  const none = Number.NaN;
  const layers = drawRow(
    {
      ...{ row, box: { y: 0, height: 40 }, file: { startMs: 0, endMs: 6 * hourMs }, inks, marked: [], baselines: [] },
      states: [side([none, none, 1, 1], 1), side([1, none, none, 1], 2)],
    },
    {
      ...{ span: view, size: { width: 360, height: 40, ratio: 1 } },
      ...{ clock: clockOf({ start_ms: 0, time_zone: "UTC", has_real_start: true } as never) },
      colours: { gap: hatch } as PlotColours,
    },
  );
  const hatched = layers.flatMap((layer) => (layer.kind === "rects" ? layer.rects : []));
  expect(hatched.filter((rect) => rect.colour === hatch).map(({ x0, x1 }) => [x0, x1])).toEqual([[90, 180]]);
});

it("hatches nothing behind the end of a recording that grows, and marks there what is on its way", () => {
  const [row] = panelRows;
  const [hatch, loading] = [colour(0.9), colour(0.8)];
  const none = Number.NaN;
  const page = { id: 7, firstEpoch: 720, epochs: 90, columns: 4, channels: 1, values: [none, 1, none, none] };
  const knownUntilMs = (720 + 190) * 10_000;
  const newer = [{ startMs: knownUntilMs, endMs: knownUntilMs + 100_000 }];
  const file = { startMs: 0, endMs: knownUntilMs + 150_000 };
  const layers = drawRow(
    {
      ...{ row, box: { y: 0, height: 40 }, file, inks, marked: [], baselines: [] },
      states: [{ ...empty, pages: [page], knownUntilMs, newer }],
    },
    {
      ...{ span: view, size: { width: 360, height: 40, ratio: 1 } },
      ...{ clock: clockOf({ start_ms: 0, time_zone: "UTC", has_real_start: true } as never) },
      colours: { gap: hatch, loading } as PlotColours,
    },
  );
  const rects = layers.flatMap((layer) => (layer.kind === "rects" ? layer.rects : []));
  const of = (ink: Rgba) => rects.filter((rect) => rect.colour === ink).map(({ x0, x1 }) => [x0, x1]);
  expect([of(hatch), of(loading)]).toEqual([[[0, 90], [180, 190]], [[190, 200]]]); // biome-ignore format: stretches
});

it("colours what is beyond its scale as its ends, also infinite", () => {
  const row = panelRows.find(({ id }) => id.startsWith("fft_vs_baseline"));
  if (row?.look.kind !== "cells") throw new Error("no such row");
  const { low, high } = row.look;
  const look = { ...row.look, frequencies: null };
  const values = [Number.POSITIVE_INFINITY, Math.max(low, high), Number.NEGATIVE_INFINITY, Math.min(low, high)];
  const page = { id: 1, firstEpoch: 0, epochs: 1, columns: 4, channels: 1, values };
  const { data } = cellContent(page, look, [], [0, 0, 0, 1]);
  const cell = (k: number) => [...data.slice(4 * k, 4 * k + 4)];
  expect([cell(0), cell(2)]).toEqual([cell(1), cell(3)]);
  expect(cell(0)).not.toEqual(cell(2));
});
