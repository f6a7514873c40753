/** "trend": columns of an EEG trend (algorithms.md 12), of whole columns of the epoch grid. The same whatever the pages. */
import { maskedOf, maskedShare } from "../../../domain/annotations/masks.ts";
import type { TrendBlock } from "../../../protocol/page-codec.ts";
import type { Derivation } from "../../../protocol/recipe.ts";
import type { SignalGroup } from "../../../protocol/recordings.ts";
import { trendEpochMs, trendReduction, trendRows } from "../../../protocol/trends.ts";
import { pairsOfTrend, sideOfTrend, trendPairs } from "../../analysis/index.ts";
import { sampleAt } from "../page-geometry.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import { epochsOf, orderOf, trendOf } from "../trend-pages.ts";
import { headOf, type PageTask } from "./task.ts";
import { trendColumnWork, trendFeatureWork } from "./trend-work.ts";

/** Features that a page is made of, and four times its answer. */
const mostBytes = 64 * 1024 * 1024;
const answerWeight = 4;

export const trend: PageTask<"trend"> = {
  kind: "trend",
  check(_form, _columns, _group, recording) {
    if (trendOf({ recording }) === null) throw new PageRefused("bad_request", refusals.noTrend);
  },
  bytes({ epochs_per_column }, _columns, source) {
    const analysis = trendOf(source);
    const rows = analysis === null ? 0 : trendRows[analysis.trend].length;
    const epochs = source.end - source.first;
    return rows * Math.max(answerWeight * 8 * (epochs / epochs_per_column + 2), 4 * epochs);
  },
  mostBytes,
  tooLarge: refusals.tooManyColumns,
  make({ source, form: { epochs_per_column: width, columns_per_block: blockColumns }, span, asker }, tools) {
    const analysis = trendOf(source);
    if (analysis === null) throw new PageRefused("bad_request", refusals.noTrend);
    const epochMs = trendEpochMs(analysis.trend);
    const first = Math.floor(span.start / (width * epochMs));
    const end = Math.ceil(span.end / (width * epochMs));
    const { result, progress } = tools.trend(source, { first, end, width, blockColumns }, asker);
    const blocks = result.then(({ data, columns, present, baseline }) => {
      const { group, masks } = orderOf(source, analysis).source;
      const pairs = pairsOfTrend(analysis, trendPairs(group));
      const rows = trendRows[analysis.trend].length;
      const own = epochsOf(source, epochMs);
      const masked = masks === undefined ? [] : pairs.map((pair) => maskedOf(masks, labelsOf(pair.derivation, group)));
      return present.map((there, k): TrendBlock => {
        const from = first + k * (blockColumns ?? columns);
        const to = Math.min(end, from + (blockColumns ?? columns));
        const [startMs, endMs] = [from, to].map((column) => column * width * epochMs);
        // What lies beside the recording is not missing of it.
        const [firstHeld, endHeld] = [Math.max(own.from, from * width), Math.min(own.to, to * width)];
        const expected = Math.max(0, endHeld - firstHeld);
        const share = maskedShare(masked, firstHeld * epochMs, endHeld * epochMs);
        const isWhole = to - from === columns;
        const [head, tail] = isWhole
          ? [source.first, source.end]
          : [startMs, endMs].map((ms) => sampleAt(source.recording, source.group, ms));
        return {
          kind: "trend",
          ...headOf(source, head, tail, width),
          ...{ rows, trend: analysis.trend, side: sideOfTrend(analysis) },
          ...{ epoch_ms: epochMs, epochs_per_column: width, first_column: from, columns: to - from },
          ...{ reduction: trendReduction(analysis.trend), pairs: pairs.map(({ name }) => name), baseline },
          tally: { expected, masked: Math.round(expected * share), present: there },
          data: isWhole ? data : cut(data, { rows, columns }, from - first, to - first),
        };
      });
    });
    return { result: blocks, progress };
  },
  threadTasks: [trendFeatureWork, trendColumnWork],
};

/** Columns [from, to) of rows of values. */
function cut(data: Float64Array, { rows, columns }: { rows: number; columns: number }, from: number, to: number) {
  const made = new Float64Array(rows * (to - from));
  for (let row = 0; row < rows; row++)
    made.set(data.subarray(row * columns + from, row * columns + to), row * (to - from));
  return made;
}

const labelsOf = ({ first, second }: Derivation, { channels }: SignalGroup): string[] =>
  [first, second].flatMap((term) => (term.kind === "channel" ? [channels[term.index].label] : []));
