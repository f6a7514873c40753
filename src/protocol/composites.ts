/**
 * Composite series (spec 001 section 3, "CPPOpt result" and "MAPOpt result"): many values of one time, as channels of one derived group. A channel's position
 * is what graphs keep as `compositeIndex`, so none is ever given another meaning.
 */

export type OptimumAnalytic = "cppopt" | "mapopt";

/** Bins of `size` mmHg from `low` on, how many, and how many of them a fit needs (algorithms.md 9.1 and 10). */
export const optimumBins = {
  cppopt: { low: 40, size: 5, count: 16, least: 4 },
  mapopt: { low: 20, size: 2, count: 51, least: 5 },
} as const;

/** Names of the series on the wire. */
export const compositeNames: Readonly<Record<OptimumAnalytic, string>> = {
  cppopt: "CPPOpt,Composite,SampleSeries",
  mapopt: "MAPOpt,Composite,SampleSeries",
};

/** One member of a composite. */
export interface CompositePart {
  readonly label: string;
  readonly unit: string;
}

/** What a composite holds: one value, or one of each bin. */
export interface CompositeMember {
  readonly name: string;
  readonly unit: string;
  /** Position of its first value. */
  readonly from: number;
  readonly isOfBins: boolean;
}

/** Where the values of bins begin: first those of the index, the lowest bin first. */
export const firstBinPart = 9;

const named = { cppopt: { optimum: "CPPOpt", index: "PRx" }, mapopt: { optimum: "MAPOpt", index: "COx" } } as const;

function membersOf(analytic: OptimumAnalytic): readonly CompositeMember[] {
  const { optimum, index } = named[analytic];
  const { count } = optimumBins[analytic];
  const single = [
    ...[[optimum, "mmHg"] as const, [`${optimum} LLA`, "mmHg"] as const, [`${optimum} ULA`, "mmHg"] as const],
    ...[["Fit type", ""] as const, ["Fit span", ""] as const, ["Data in fit", "%"] as const],
    ...[["Coefficient a", ""] as const, ["Coefficient b", ""] as const, ["Coefficient c", ""] as const],
  ].map(([name, unit], from): CompositeMember => ({ name, unit, from, isOfBins: false }));
  const ofBins = (
    [
      [index, ""],
      ["Error", ""],
      ["Data", "%"],
      ["In fit", ""],
    ] as const
  ).map(([name, unit], k): CompositeMember => ({ name, unit, from: firstBinPart + k * count, isOfBins: true }));
  const weight: CompositeMember = { name: "Weight", unit: "", from: firstBinPart + 4 * count, isOfBins: false };
  return [...single, ...ofBins, ...(analytic === "mapopt" ? [weight] : [])];
}

/** What a composite holds, in the order of its channels. */
export const compositeMembers: Readonly<Record<OptimumAnalytic, readonly CompositeMember[]>> = {
  cppopt: membersOf("cppopt"),
  mapopt: membersOf("mapopt"),
};

/** "40\u201345": the pressures of a bin, mmHg. */
export function binName(analytic: OptimumAnalytic, bin: number): string {
  const { low, size } = optimumBins[analytic];
  return `${low + bin * size}\u2013${low + (bin + 1) * size}`;
}

const partsOf = (analytic: OptimumAnalytic): readonly CompositePart[] =>
  compositeMembers[analytic].flatMap(({ name, unit, isOfBins }) =>
    isOfBins
      ? Array.from({ length: optimumBins[analytic].count }, (_, k) => ({
          label: `${name} ${binName(analytic, k)}`,
          unit,
        }))
      : [{ label: name, unit }],
  );

/** The channels of a composite, in their order. */
export const compositeParts: Readonly<Record<OptimumAnalytic, readonly CompositePart[]>> = {
  cppopt: partsOf("cppopt"),
  mapopt: partsOf("mapopt"),
};
