/** The rows of a montage as the renderer draws them. Lengths in device pixels of the plot. */
import { pixelsPerMicroVolt, type Sensitivities } from "../domain/montage/display.ts";
import type { Drawn } from "../domain/montage/drawn-rows.ts";
import type { Side } from "../domain/montage/electrodes.ts";
import { fractionOf, isInView } from "../domain/montage/row-layout.ts";
import type { Rgba, TraceRow } from "../render/types.ts";
import type { PlotSize } from "./grid-view.ts";

export type SideColours = Readonly<Record<Side, Rgba>>;

/** The rows in the plot; missing channels are left out. `top`: height at the top of the plot, in rows; `pixelsPerMm`: CSS px. */
export function traceRows(
  { channels, layout }: Pick<Drawn, "channels" | "layout">,
  sensitivities: Sensitivities,
  top: number,
  size: PlotSize,
  colours: SideColours,
  pixelsPerMm: number,
): TraceRow[] {
  return channels.flatMap(({ row, side, kind, isNegativeUp, missing }, k) => {
    const centre = layout.centres[k];
    if (missing.length > 0 || !isInView(layout, centre, top)) return [];
    const scale = pixelsPerMicroVolt(sensitivities[kind], pixelsPerMm) * size.ratio;
    return {
      row,
      baselineY: Math.round(fractionOf(layout, centre, top) * size.height),
      pixelsPerUnit: isNegativeUp ? scale : -scale,
      colour: colours[side],
    };
  });
}
