/** The time series group window (spec 2.10) in the catalogue. */
import { ChartSpline } from "lucide-react";
import { defineKind } from "../kind.ts";
import type { SeriesWindow } from "./series-window.ts";
import { type SeriesSettings, seriesSettings } from "./stored.ts";
import { words } from "./words.ts";

export const timeSeriesGroup = defineKind<SeriesSettings, SeriesWindow>({
  id: "time_series_group",
  title: words.title,
  props: seriesSettings,
  minSize: { width: 220, height: 160 },
  opener: { label: words.open, icon: ChartSpline },
  load: async () => (await import("./index.ts")).seriesModule,
});
