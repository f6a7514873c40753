import type { OptimumAnalytic } from "../../../../protocol/composites.ts";
import type { WindowModule } from "../kind.ts";
import { OptimumPlot } from "./OptimumPlot.tsx";
import { type OptimumWindow, openOptimum } from "./optimum-window.ts";
import { type OptimumSettings, storedOptimumSettings } from "./stored.ts";

const moduleOf = (analytic: OptimumAnalytic): WindowModule<OptimumSettings, OptimumWindow> => ({
  open: openOptimum(analytic),
  Body: OptimumPlot,
  stored: storedOptimumSettings,
  testMembers: (window) => ({ result: () => window.result(), shownOf: () => window.shownOf() }),
});

/** What the catalogue loads. */
export const optimumModules = { cppopt: moduleOf("cppopt"), mapopt: moduleOf("mapopt") };
