/** The histogram window (spec 2.13) in the catalogue. */
import { defineKind } from "../kind.ts";
import type { HistogramWindow } from "./histogram-window.ts";
import { histogramKindId } from "./kind-id.ts";
import { type HistogramSettings, histogramSettings } from "./stored.ts";
import { words } from "./words.ts";

export const histogram = defineKind<HistogramSettings, HistogramWindow>({
  id: histogramKindId,
  title: words.title,
  props: histogramSettings,
  minSize: { width: 260, height: 200 },
  load: async () => (await import("./index.ts")).histogramModule,
});
