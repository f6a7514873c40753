/** Colours of the rows of a montage. */
import type { SideColours } from "../../../picture/trace-rows.ts";
import { tokenColour } from "../../../render/index.ts";
import type { Rgba } from "../../../render/types.ts";

/** Read from the tokens; again when the theme changes. */
export const readSideColours = (element: Element): SideColours => ({
  left: tokenColour(element, "--eeg-left"),
  right: tokenColour(element, "--eeg-right"),
  mid: tokenColour(element, "--eeg-mid"),
  aux: tokenColour(element, "--eeg-aux"),
});

/** All rows in one colour. */
export const oneColour = (colour: Rgba): SideColours => ({ left: colour, right: colour, mid: colour, aux: colour });
