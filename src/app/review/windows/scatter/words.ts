/** What the scatter window says (spec 2.15; spec 001 section 5, "Scatter"). */
import type { IndexSignal } from "../../../../domain/graphs/index-limits.ts";

/** The indexes that are made of these signals. */
function indexesOf(signals: readonly (IndexSignal | null)[]): string {
  const [isOfIcp, isOfStO2] = (["ICP_na", "stO2_na"] as const).map((signal) => signals.includes(signal));
  if (isOfIcp === isOfStO2) return "PRx, COx, CPPopt and MAPopt";
  return isOfIcp ? "PRx and CPPopt" : "COx and MAPopt";
}

export const words = {
  title: "Scatter Plot",
  configure: "Configure Scatter Plot",
  resample: "Resample",
  seconds: (seconds: number) =>
    seconds % 3600 === 0 ? `${seconds / 3600} h` : seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`,
  x: {
    range: "X-Axis range",
    modality: "X-Axis modality",
    low: "X-Axis minimum",
    high: "X-Axis maximum",
    axis: "X axis",
  },
  y: {
    range: "Y-Axis range",
    modality: "Y-Axis modality",
    low: "Y-Axis minimum",
    high: "Y-Axis maximum",
    axis: "Y axis",
  },
  shape: "Shape",
  shapes: {
    circle: "Circle",
    cross: "Cross",
    diamond: "Diamond",
    square: "Square",
    star: "Star",
    triangle: "Triangle",
    wye: "Wye",
  },
  size: "Point size",
  color: "Color",
  autoScale: "Autoscale",
  yes: "Yes",
  no: "No",
  noPoints: "No period in view has samples of both modalities.",
  noUnmaskedPoints: "No period in view has samples of both modalities that no artifact masks.",
  outside: "All points lie outside of the axes. Double-click an axis to auto-scale it.",
  /** Live and while it plays, the axes stay where they are. */
  someOutside: (count: number, all: number) =>
    `${count} of ${all} points ${count === 1 ? "lies" : "lie"} outside of the axes.`,
  /** The window shows what was recorded; what is made of the same signals does not count all of it. */
  someLeftOut: (count: number, all: number, signals: readonly (IndexSignal | null)[]) =>
    `${count} of ${all} points ${count === 1 ? "has a value" : "have values"} that ${indexesOf(signals)} leave out.`,
  points: (count: number) => (count === 1 ? "1 point" : `${count} points`),
  label: (signals: string, span: string) => `Scatter plot of ${signals}, ${span}`,
  definition:
    "Means of the finite samples of both modalities over whole periods [k · R, (k + 1) · R) of the clock that touch the view. A point needs both. A period in which the recording begins or ends, or that reaches beyond the view, is the mean of all its samples that there are. Shares are of the whole periods of all pages that the view touches; a period at the border of two pages counts in both. Samples that PRx, COx, CPPopt and MAPopt leave out as flushes or lost sensors (outside of ABP 0 to 300 mmHg, ICP \u221250 to 200 mmHg, StO2 0 to 100 %) are counted here: a mean within these limits may hold some.",
  parameters: (period: string) => `R = ${period}`,
  refused: {
    sizeTooLarge: "Point size cannot be greater than 20",
    sizeTooSmall: "Point size cannot be less than 1",
    range: "The maximum must be greater than the minimum.",
  },
} as const;
