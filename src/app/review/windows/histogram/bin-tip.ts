/** What is said of the bin under the pointer, and of bars that are not seen whole. Pure. */
import type { Tip } from "../../chart/ChartTip.tsx";
import { type BinsConfig, binEdges, edgeText, isUsable } from "./bins-config.ts";
import { words } from "./words.ts";

/** What a legend says of a modality. */
export interface TipSignal {
  readonly label: string;
  readonly swatch: string;
}

/** Of the bin at a share of the axis: how many samples of each modality lie in it, and which share of those in all bins. */
export function binTip(
  config: BinsConfig,
  counts: ReadonlyMap<number, ArrayLike<number>>,
  signals: readonly TipSignal[],
  share: number,
): Tip | null {
  if (!isUsable(config) || share < 0 || share > 1) return null;
  const edges = binEdges(config);
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const value = low + share * (high - low);
  const bin = Math.max(
    0,
    Math.min(
      edges.findLastIndex((edge) => edge <= value),
      edges.length - 2,
    ),
  );
  const lines = [...counts].flatMap(([position, values]) => {
    const signal = signals[position];
    if (signal === undefined || bin >= values.length) return [];
    const all = Array.from(values).reduce((sum, count) => sum + count, 0);
    return { name: signal.label, value: words.inBin(values[bin], all), swatch: signal.swatch };
  });
  if (lines.length === 0) return null;
  const middle = (edges[bin] + edges[bin + 1]) / 2;
  const title = words.bin(edgeText(edges[bin], config), edgeText(edges[bin + 1], config));
  return { share: (middle - low) / (high - low), title, lines };
}

/** Which modalities have no sample in any bin, and that bars are cut off; "": neither. */
export function saidOver(
  counts: ReadonlyMap<number, ArrayLike<number>>,
  labels: readonly string[],
  isClipped: boolean,
): string {
  const clear = [...counts].flatMap(([k, values]) =>
    Array.from(values).every((count) => count === 0) ? (labels[k] ?? []) : [],
  );
  return [...(isClipped ? [words.clipped] : []), ...(clear.length === 0 ? [] : [words.clear(clear.join(", "))])].join(
    " ",
  );
}
