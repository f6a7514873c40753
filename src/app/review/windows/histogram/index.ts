import type { WindowModule } from "../kind.ts";
import { Histogram } from "./Histogram.tsx";
import { type HistogramWindow, openHistogram } from "./histogram-window.ts";
import { type HistogramSettings, storedHistogramSettings } from "./stored.ts";

/** What the catalogue loads. */
export const histogramModule: WindowModule<HistogramSettings, HistogramWindow> = {
  open: openHistogram,
  Body: Histogram,
  stored: storedHistogramSettings,
  testMembers: (window) => ({
    shownOf: () => window.shownOf(),
    counts: () => [...(window.counts() ?? [])].map(([position, counts]) => ({ position, counts: [...counts] })),
  }),
};
