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

/** Where members of a composite stand; those of bins begin there, the lowest bin first. */
export const partIndex = { optimum: 0, lla: 1, ula: 2, fitType: 3, fitSpan: 4, included: 5, coefficients: 6, bins: 9 };

const named = { cppopt: { optimum: "CPPOpt", index: "PRx" }, mapopt: { optimum: "MAPOpt", index: "COx" } } as const;

function partsOf(analytic: OptimumAnalytic): readonly CompositePart[] {
  const { optimum, index } = named[analytic];
  const { low, size, count } = optimumBins[analytic];
  const perBin = (what: string, unit: string): CompositePart[] =>
    Array.from({ length: count }, (_, k) => ({
      label: `${what} ${low + k * size}\u2013${low + (k + 1) * size}`,
      unit,
    }));
  const plain = (label: string, unit = ""): CompositePart => ({ label, unit });
  return [
    ...[plain(optimum, "mmHg"), plain(`${optimum} LLA`, "mmHg"), plain(`${optimum} ULA`, "mmHg")],
    ...[plain("Fit type"), plain("Fit span"), plain("Data in fit", "%")],
    ...[plain("Coefficient a"), plain("Coefficient b"), plain("Coefficient c")],
    ...[...perBin(index, ""), ...perBin("Error", ""), ...perBin("Data", "%"), ...perBin("In fit", "")],
    ...(analytic === "mapopt" ? [plain("Weight")] : []),
  ];
}

/** The members of a composite, in their order. */
export const compositeParts: Readonly<Record<OptimumAnalytic, readonly CompositePart[]>> = {
  cppopt: partsOf("cppopt"),
  mapopt: partsOf("mapopt"),
};
