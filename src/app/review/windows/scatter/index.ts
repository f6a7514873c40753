import type { WindowModule } from "../kind.ts";
import { Scatter } from "./Scatter.tsx";
import { openScatter, type ScatterWindow } from "./scatter-window.ts";
import { type ScatterSettings, storedScatterSettings } from "./stored.ts";

/** What the catalogue loads. */
export const scatterModule: WindowModule<ScatterSettings, ScatterWindow> = {
  open: openScatter,
  Body: Scatter,
  stored: storedScatterSettings,
  testMembers: (window) => ({ points: () => window.points(), shownOf: () => window.shownOf() }),
};
