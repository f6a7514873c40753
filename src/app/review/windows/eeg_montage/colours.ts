/** Colours of the plot, read from the tokens; read again when the theme changes. */
import type { Side } from "../../../../domain/electrodes.ts";
import { tokenColour } from "../../../../render/index.ts";
import type { Rgba } from "../../../../render/types.ts";

export interface PlotColours {
  readonly background: Rgba;
  readonly second: Rgba;
  readonly fifthSecond: Rgba;
  readonly gap: Rgba;
  readonly loading: Rgba;
  readonly failed: Rgba;
  readonly sides: Readonly<Record<Side, Rgba>>;
}

export const readColours = (element: Element): PlotColours => ({
  background: tokenColour(element, "--plot-bg"),
  second: tokenColour(element, "--eeg-sec"),
  fifthSecond: tokenColour(element, "--eeg-5s"),
  gap: tokenColour(element, "--plot-gap"),
  loading: tokenColour(element, "--plot-loading"),
  failed: tokenColour(element, "--plot-failed"),
  sides: {
    left: tokenColour(element, "--eeg-left"),
    right: tokenColour(element, "--eeg-right"),
    mid: tokenColour(element, "--eeg-mid"),
    aux: tokenColour(element, "--eeg-aux"),
  },
});
