/** "trend": columns of an EEG trend (algorithms.md 12), of whole columns of the epoch grid. The same whatever the pages. */
import { maskedOf, maskedShare } from "../../../domain/annotations/masks.ts";
import type { TrendBlock } from "../../../protocol/page-codec.ts";
import type { Derivation } from "../../../protocol/recipe.ts";
import type { SignalGroup } from "../../../protocol/recordings.ts";
import { trendEpochMs, trendReduction, trendRows } from "../../../protocol/trends.ts";
import { pairsOfTrend, sideOfTrend, trendPairs } from "../../analysis/index.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import { orderOf, trendOf } from "../trend-pages.ts";
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
  make({ source, form: { epochs_per_column: width }, span, asker }, tools) {
    const analysis = trendOf(source);
    if (analysis === null) throw new PageRefused("bad_request", refusals.noTrend);
    const epochMs = trendEpochMs(analysis.trend);
    const first = Math.floor(span.start / (width * epochMs));
    const end = Math.ceil(span.end / (width * epochMs));
    const { result, progress } = tools.trend(source, { first, end, width }, asker);
    const block = result.then(({ data, columns, present, baseline }): TrendBlock => {
      const { group, masks } = orderOf(source, analysis).source;
      const pairs = pairsOfTrend(analysis, trendPairs(group));
      const expected = columns * width;
      const rows = masks === undefined ? [] : pairs.map((pair) => maskedOf(masks, labelsOf(pair.derivation, group)));
      const share = maskedShare(rows, first * width * epochMs, end * width * epochMs);
      return {
        kind: "trend",
        ...headOf(source, source.first, source.end, width),
        ...{ rows: trendRows[analysis.trend].length, trend: analysis.trend, side: sideOfTrend(analysis) },
        ...{ epoch_ms: epochMs, epochs_per_column: width, first_column: first, columns },
        ...{ reduction: trendReduction(analysis.trend), pairs: pairs.map(({ name }) => name), baseline },
        tally: { expected, masked: Math.round(expected * share), present },
        data,
      };
    });
    return { result: block, progress };
  },
  threadTasks: [trendFeatureWork, trendColumnWork],
};

const labelsOf = ({ first, second }: Derivation, { channels }: SignalGroup): string[] =>
  [first, second].flatMap((term) => (term.kind === "channel" ? [channels[term.index].label] : []));
