/** The kinds of windows there are: one line each. */
import { eegMontage } from "./eeg_montage/kind.ts";
import { eventReview } from "./event_review/kind.ts";
import { histogram } from "./histogram/kind.ts";
import type { OpenWindow, WindowKind, WindowModule } from "./kind.ts";
import { cppOptPlot, mapOptPlot } from "./optimum/kind.ts";
import { persystEeg } from "./persyst_eeg/kind.ts";
import { persystTrends } from "./persyst_trends/kind.ts";
import { scatter } from "./scatter/kind.ts";
import { sdDetection } from "./sd_detection/kind.ts";
import { timeSeriesGroup } from "./time_series_group/kind.ts";

/** In the order in which they are offered (spec 001 section 2.7). */
export const catalogue: readonly WindowKind[] = [
  cppOptPlot,
  eegMontage,
  eventReview,
  histogram,
  mapOptPlot,
  persystTrends,
  persystEeg,
  scatter,
  sdDetection,
  timeSeriesGroup,
];

/** The kind that a review opens with. */
export const openingKind = eegMontage.id;

export const kindOf = (id: string): WindowKind | undefined => catalogue.find((kind) => kind.id === id);

type Module = WindowModule<object, OpenWindow>;
const modules = new Map<string, Module>();

/** The lazy part of a kind where it is already here: its windows then open at once. */
export const loadedModule = (kind: WindowKind): Module | undefined => modules.get(kind.id);

/** Fetches the lazy part of a kind; tried again when it failed. */
export async function loadModule(kind: WindowKind): Promise<Module> {
  const known = modules.get(kind.id);
  if (known !== undefined) return known;
  const module = await kind.load();
  modules.set(kind.id, module);
  return module;
}

/** To be called as soon as a review is in sight. */
export function prepareOpeningKind(): void {
  const kind = kindOf(openingKind);
  if (kind !== undefined) loadModule(kind).catch(() => {}); // whoever opens it loads it again, and says when it cannot
}
