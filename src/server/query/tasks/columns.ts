/** "columns": exact extremes of the stored channels; the samples themselves where there are no more than two a column. */
import { runsWithin } from "../../../domain/time/runs.ts";
import type { ColumnsBlock } from "../../../protocol/page-codec.ts";
import { isDerived } from "../../analysis/index.ts";
import { breaksAt, columnEdges } from "../page-geometry.ts";
import { refusals } from "../page-refused.ts";
import { makeSamples } from "./samples.ts";
import { headOf, mostColumnBytes, type PageTask, type ThreadTask } from "./task.ts";

/** Min/max of the stored channels between edges (Recordings.readColumns). */
const storedColumns: ThreadTask<Float64Array, Float32Array> = {
  name: "columns",
  lane: "quick",
  run: ({ reader, recording, group }, edges) => reader.readColumns(recording, group, edges),
  handsBack: ({ buffer }) => [buffer as ArrayBuffer],
};

/** Of a derived group they are made of values that are computed: that may take as long as a day of its sources does. */
const computedColumns: typeof storedColumns = { ...storedColumns, name: "computed_columns", lane: "slow" };

export const columns: PageTask<"columns"> = {
  kind: "columns",
  bytes: (_form, count, { group }) => group.channels.length * count * 8,
  mostBytes: mostColumnBytes,
  tooLarge: refusals.tooManyColumns,
  make({ source, columns: count, asker }, tools) {
    const { group, first, end } = source;
    if (end - first <= 2 * count) return makeSamples(source, asker, tools);
    const edges = columnEdges(first, end - first, count);
    const { result } = tools.compute(
      source,
      { task: isDerived(source.recording) ? computedColumns : storedColumns, input: edges },
      asker,
    );
    const block = result.then(
      (data): ColumnsBlock => ({
        kind: "columns",
        ...headOf(source, first, end, (end - first) / count),
        rows: group.channels.length,
        grid: null,
        columns: count,
        breaks: breaksAt(runsWithin(group.segments, first, end), edges),
        data,
      }),
    );
    return { result: block, progress: () => 0 };
  },
  threadTasks: [storedColumns, computedColumns],
};
