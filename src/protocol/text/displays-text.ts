/** What displays and display groups say and refuse (spec 001 sections 5 and 8). */
import { displayLimits } from "../displays.ts";

export const displaysText = {
  refused: {
    tooManyDisplays: "Refused: Cannot have more than 10 layout groups.",
    /** Of a display that is to be copied, or that a body names. */
    layoutNotFound: (id: number | string) => `Layout not found: ${id}`,
    gridTemplate: "The grid template must be non-empty with equal-length rows.",
    gridAreas: "Every area of the grid template must be a rectangle and have exactly one window.",
    tooManyAreas: `A display may have ${displayLimits.areas} areas at most.`,
    displayName: `The name of a display must be one line of 1 to ${displayLimits.displayName} characters.`,
    whichWindow: "Several displays have such a window: please say of which display it is.",
    noWindow: "Please say which property of which window changes.",
    windowChanged: "Another window stands there by now. Please reload the display.",
  },
  tooltip: {
    tooManyDisplays: "There cannot be more than 10 different displays.",
  },
  copyOf: (name: string) => `${name} (copy)`,
  /** The group that 'Add display group' makes where there is none (spec 2.4). */
  firstGroup: "Personal",
  /** The display that a review opens with where there is none. */
  defaultDisplay: "Overview",
} as const;
