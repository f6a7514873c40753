/** The windows of CPPOpt (spec 2.16) and MAPOpt (2.17) in the catalogue. */
import type { OptimumAnalytic } from "../../../../protocol/composites.ts";
import { defineKind } from "../kind.ts";
import { optimumKindIds } from "./kind-id.ts";
import type { OptimumWindow } from "./optimum-window.ts";
import { type OptimumSettings, optimumSettings } from "./stored.ts";
import { words } from "./words.ts";

const kindOf = (analytic: OptimumAnalytic) =>
  defineKind<OptimumSettings, OptimumWindow>({
    id: optimumKindIds[analytic],
    title: words[analytic].title,
    props: optimumSettings(analytic),
    minSize: { width: 260, height: 200 },
    load: async () => (await import("./index.ts")).optimumModules[analytic],
  });

export const cppOptPlot = kindOf("cppopt");
export const mapOptPlot = kindOf("mapopt");
