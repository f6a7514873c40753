/** What is said of the bin under the pointer. Pure. */
import { fixedText } from "../../../../domain/fixed-text.ts";
import type { OptimumBlock } from "../../../../protocol/page-codec.ts";
import type { Tip } from "../../chart/ChartTip.tsx";
import { binOf } from "./times-of-bin.ts";
import { words } from "./words.ts";

/** Of the bin at a share of the axis: its values, their share of all, the mean of the index, its standard error, whether the fit counts it. */
export function binTip(analytic: "cppopt" | "mapopt", block: OptimumBlock, share: number): Tip | null {
  const { bin_low: low, bin_size: size, counts, dataPercentages, yValues, errors, includedInFit } = block;
  const bin = binOf(block, low + share * counts.length * size);
  if (bin === null) return null;
  const { columns } = words;
  const [index, error] = [yValues[bin], errors[bin]];
  const title = words.binTitle(words.bin(low + bin * size, low + (bin + 1) * size));
  const at = { share: (bin + 0.5) / counts.length, title };
  const count = { name: columns.count, value: String(counts[bin]) };
  if (index === null) return { ...at, lines: [count] };
  return {
    ...at,
    lines: [
      count,
      { name: columns.share, value: words.share(dataPercentages[bin]) },
      { name: words.meanOf(words[analytic].index), value: fixedText(index, 3) },
      { name: columns.error, value: error === null ? words.no : `\u00b1${fixedText(error, 3)}` },
      { name: columns.fitted, value: includedInFit[bin] ? words.fitted.yes : words.fitted.no },
    ],
  };
}
