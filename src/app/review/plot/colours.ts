/** Colours of what lies under the traces, read from the tokens; read again when the theme changes. */
import { tokenColour } from "../../../render/index.ts";
import type { Rgba } from "../../../render/types.ts";

export interface PlotColours {
  readonly background: Rgba;
  readonly second: Rgba;
  readonly fifthSecond: Rgba;
  readonly gap: Rgba;
  readonly loading: Rgba;
  readonly failed: Rgba;
}

export const readColours = (element: Element): PlotColours => ({
  background: tokenColour(element, "--plot-bg"),
  second: tokenColour(element, "--eeg-sec"),
  fifthSecond: tokenColour(element, "--eeg-5s"),
  gap: tokenColour(element, "--plot-gap"),
  loading: tokenColour(element, "--plot-loading"),
  failed: tokenColour(element, "--plot-failed"),
});
