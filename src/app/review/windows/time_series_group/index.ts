import type { WindowModule } from "../kind.ts";
import { openSeriesWindow, type SeriesWindow } from "./series-window.ts";
import { type SeriesSettings, storedSeriesSettings } from "./stored.ts";
import { TimeSeriesGroup } from "./TimeSeriesGroup.tsx";

/** What the catalogue loads. */
export const seriesModule: WindowModule<SeriesSettings, SeriesWindow> = {
  open: openSeriesWindow,
  Body: TimeSeriesGroup,
  stored: storedSeriesSettings,
};
