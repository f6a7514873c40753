/** "optimum": CPPOpt or MAPOpt of one window (algorithms.md 9.1 and 10), asked of the index that it is made of. */
import { joinSpans, maskedShare } from "../../../domain/annotations/masks.ts";
import { type OptimumAnalytic, optimumBins } from "../../../protocol/composites.ts";
import type { OptimumBlock } from "../../../protocol/page-codec.ts";
import {
  channelsOf,
  indexTimes,
  indexWindowMs,
  isDerived,
  type OptimumWindow,
  optimumWindow,
} from "../../analysis/index.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import { headOf, type PageTask, type ThreadTask } from "./task.ts";

interface OptimumInput {
  analytic: OptimumAnalytic;
  span: { startMs: number; endMs: number };
}

const indexOf = { cppopt: "prx", mapopt: "cox" } as const;
/** Index samples of 7 days, two values each. */
const mostBytes = 16 * 7 * 24 * 60;

const optimumWork: ThreadTask<OptimumInput, OptimumWindow> = {
  name: "optimum",
  lane: "slow",
  run({ core, recording }, { analytic, span }, onSlice, { reader, means }) {
    if (!isDerived(recording)) throw new Error("This recording is no derived one.");
    const sources = channelsOf(recording.analysis, recording.sources, recording.masked);
    return optimumWindow(analytic, sources, span, { core, reader, means, onStep: () => onSlice(0) });
  },
  handsBack: ({ index, pressure }) => [index.buffer as ArrayBuffer, pressure.buffer as ArrayBuffer],
};

export const optimum: PageTask<"optimum"> = {
  kind: "optimum",
  check({ analytic }, _columns, _group, recording) {
    const analysis = isDerived(recording) ? recording.analysis : null;
    if (analysis?.analytic !== indexOf[analytic] || analysis.calculationWindowMs !== indexWindowMs)
      throw new PageRefused("bad_request", refusals.notOfIndex[analytic]);
  },
  bytes: (_form, _columns, { recording, group, first, end }) => {
    const timeOf = (sample: number) => recording.start_ms + (sample * 1000) / group.sampling_hz;
    return 16 * indexTimes({ startMs: timeOf(first), endMs: timeOf(end) }).count;
  },
  mostBytes,
  tooLarge: refusals.tooLongForOptimum,
  make({ source, form: { analytic }, span, asker }, tools) {
    const { recording } = source;
    const input = { analytic, span: { startMs: span.start, endMs: span.end } };
    const { result, progress } = tools.compute(source, { task: optimumWork, input }, asker);
    const block = result.then(({ index, pressure, times, optimum: made }): OptimumBlock => {
      const data = new Float64Array(2 * times.count);
      data.set(index);
      data.set(pressure, times.count);
      const masked = isDerived(recording) ? maskedShare([joinSpans(recording.masked)], span.start, span.end) : 0;
      const { low, size } = optimumBins[analytic];
      return {
        kind: "optimum",
        ...headOf(source, source.first, source.end, Number.POSITIVE_INFINITY),
        ...{ rows: 2, analytic, window_ms: span.end - span.start, first_ms: times.firstMs, step_ms: times.stepMs },
        ...{ ...made, bin_low: low, bin_size: size },
        tally: { expected: times.count, masked: Math.round(times.count * masked), present: made.samples },
        data,
      };
    });
    return { result: block, progress };
  },
  threadTasks: [optimumWork],
};
