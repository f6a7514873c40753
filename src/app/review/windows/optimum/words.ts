/** What the windows of optimal pressures say (spec 2.16, 2.17; algorithms.md 9 and 10). */
import { fixedText } from "../../../../domain/fixed-text.ts";
import type { OptimumFailure } from "../../../../protocol/page-codec.ts";
import { percentText } from "../../../../protocol/text/percent-text.ts";

const mmHg = (value: number) => `${value.toFixed(1)} mmHg`;

/** Minutes, or parts of one where values are 10 s apart. */
const amount = (minutes: number) => String(Number(minutes.toFixed(1)));

const failures: Readonly<Record<OptimumFailure, string>> = {
  too_little_data: "less than half of the window has values",
  too_few_bins: "the pressure was in too few bins",
  opens_downwards: "the fit opens downwards",
  too_flat: "the fit is too flat",
  fits_badly: "the fit explains too little of the bins",
};

export const words = {
  cppopt: {
    title: "CPPopt Plot",
    configure: "Configure CPPOpt",
    optimum: "CPPOpt",
    index: "PRx",
    x: "CPP (mmHg)",
    second: "ICP Modality",
  },
  mapopt: {
    title: "MAPopt Plot",
    configure: "Configure MAPOpt",
    optimum: "MAPOpt",
    index: "COx",
    x: "MAP (mmHg)",
    second: "Brain Tissue Oxygen Saturation Modality",
  },
  windowSize: "Initial Window Size",
  abp: "ABP Modality",
  yAxis: "Y axis",
  investigational: "Investigational: not validated for treatment decisions.",
  label: (optimum: string, signals: string, span: string) => `${optimum} of ${signals}, ${span}`,
  none: (optimum: string, failed: OptimumFailure) => `No ${optimum}: ${failures[failed]}`,
  found: (optimum: string, value: number) => `${optimum} ${mmHg(value)}`,
  limbs: { 2: "rising limb only", 3: "falling limb only" },
  impaired: "impaired in all bins",
  limits: { lla: "LLA", ula: "ULA" },
  lla: (value: number | null) => `LLA ${value === null ? "not reached" : mmHg(value)}`,
  ula: (value: number | null) => `ULA ${value === null ? "not reached" : mmHg(value)}`,
  yield: (samples: number, count: number) => `${samples} of ${count} values`,
  bins: "Bins",
  binsHint: "What each bin is made of",
  columns: {
    bin: "Bin (mmHg)",
    count: "Values",
    share: "Share",
    index: "Mean",
    error: "Standard error",
    fitted: "In fit",
  },
  bin: (from: number, to: number) => `${from} to ${to}`,
  binTitle: (bin: string) => `${bin} mmHg`,
  meanOf: (index: string) => `Mean ${index}`,
  fitted: { yes: "Yes", no: "No" },
  /** Of 100. */
  share: (percent: number) => percentText(percent / 100),
  no: "–",
  noBins: "No value lies in a bin.",
  definition: {
    cppopt:
      "PRx of 5 minutes against the median CPP of the same time, every minute of the window (every 10 s of less than an hour), in bins of 5 mmHg from 40 to 120. Means are those of Fisher transforms; a parabola is fitted to bins with at least 3 values and 2 % of all, weighted by their number. CPPOpt is its lowest point within the fitted bins; LLA and ULA are where it meets 0.30. There is none with less than half of the window's values (at most 4 hours count), fewer than 4 bins, a parabola that opens downwards, spans less than 0.2 or explains less than 20 %.",
    mapopt:
      "COx of 5 minutes against the median MAP of the same time, every minute of the window (every 10 s of less than an hour), in bins of 2 mmHg from 20 to 122. Means are those of Fisher transforms; a parabola is fitted to bins with at least 3 values and 2 % of all, weighted by their number. MAPOpt is its lowest point within the fitted bins; LLA and ULA are where it meets 0.30. There is none with less than half of the window's values (at most 4 hours count), fewer than 5 bins, a parabola that opens downwards, spans less than 0.2 or explains less than 20 %.",
  },
  mark: (bin: string) => `Mark the times of ${bin} mmHg`,
  unmark: (bin: string) => `Take the marks of ${bin} mmHg away`,
  marked: (bin: string, minutes: number) => `${bin} mmHg: ${amount(minutes)} min marked`,
  clear: "Clear",
  markHint:
    "A press on a bin marks the times whose values lie in it, in all linked windows; each value looks back 5 minutes. Esc or a second press takes the marks away.",
  overTime: "Over time",
  overTimeHint: "How the optimum moved, and time outside of the limits",
  strip: (optimum: string) => `${optimum} with its limits over the time that is shown`,
  stripRange: (low: number, high: number) => `${low} to ${high} mmHg`,
  yieldName: (optimum: string) => `Minutes with ${optimum}`,
  yieldOver: (known: number, of: number) => (of === 0 ? "unknown" : `${known} of ${of} (${percentText(known / of)})`),
  stability: "Stability",
  movedOver: ({ lowest, highest, median, moved }: { lowest: number; highest: number; median: number; moved: number }) =>
    `${lowest.toFixed(1)} to ${mmHg(highest)}, median ${mmHg(median)}, moved by ${Number(moved.toFixed(1)) > 0 ? "+" : ""}${fixedText(moved, 1)} mmHg`,
  unknown: "unknown",
  below: { cppopt: "CPP below LLA", mapopt: "MAP below LLA" },
  above: { cppopt: "CPP above ULA", mapopt: "MAP above ULA" },
  outside: ({ minutes, dose, unknown }: { minutes: number; dose: number; unknown: number }) =>
    `${amount(minutes)} min, ${dose.toFixed(1)} mmHg\u00b7min; ${amount(unknown)} min unknown`,
  overTimeDefinition: {
    cppopt:
      "CPPOpt, LLA and ULA are those of each minute: weighted means over 37 windows of 2 to 8 hours that end there. CPP is the median of the 5 minutes behind each value, and is set against the limit of its minute; the dose adds how far it lies outside times how long. Where CPP or the limit is not known, nothing is added.",
    mapopt:
      "MAPOpt, LLA and ULA are those of each minute: weighted means over 37 windows of 2 to 8 hours that end there. MAP is the median of the 5 minutes behind each value, and is set against the limit of its minute; the dose adds how far it lies outside times how long. Where MAP or the limit is not known, nothing is added.",
  },
  parameters: (window: string) => `window ${window}, ending where the view ends`,
} as const;
