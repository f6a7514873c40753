/** Colours of what lies under the traces, read from the tokens; read again when the theme changes. */
import type { PlotColours } from "../../../picture/grid-view.ts";
import { tokenColour } from "../../../render/index.ts";

export const readColours = (element: Element): PlotColours => ({
  background: tokenColour(element, "--plot-bg"),
  second: tokenColour(element, "--eeg-sec"),
  fifthSecond: tokenColour(element, "--eeg-5s"),
  gap: tokenColour(element, "--plot-gap"),
  loading: tokenColour(element, "--plot-loading"),
  failed: tokenColour(element, "--plot-failed"),
});
