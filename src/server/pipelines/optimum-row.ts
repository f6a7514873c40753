/** An optimum as a row of a table, in the order of `optimumColumns` (domain/pipelines/nodes.ts). NaN: there is none. */
import type { OptimumFit } from "../../protocol/page-codec.ts";

const orNaN = (value: number | null) => value ?? Number.NaN;

export function optimumRow(made: OptimumFit): number[] {
  const { optimum, lla, ula, fitType, fitSpan, includedDataPercentage, coefficients, weight } = made;
  return [
    ...[orNaN(optimum), orNaN(lla), orNaN(ula), fitType, orNaN(fitSpan), includedDataPercentage],
    ...(coefficients ?? [Number.NaN, Number.NaN, Number.NaN]),
    ...[weight, ...made.yValues.map(orNaN), ...made.errors.map(orNaN)],
    ...[...made.dataPercentages, ...made.includedInFit.map(Number)],
  ];
}
