/** Carries a plan out: every output piece by piece, to a file or as values. On the thread of a run. */
import { maskedShare } from "../../domain/annotations/masks.ts";
import { runsWithin } from "../../domain/time/runs.ts";
import type { RunOutput, RunValues } from "../../protocol/pipelines.ts";
import { factsOfOutput, storedSeries } from "./h5-facts.ts";
import type { ResultFile } from "./h5-file.ts";
import { pieceRows, type SeriesValues, timeAt } from "./series-values.ts";
import type { Plan, PlannedSeries, RunResult, StoredSeries } from "./types.ts";

/** Windows are fitted one by one, and progress is told between pieces. */
const optimumRows = 64;

export async function carryOut(
  { series, outputs }: Plan,
  values: SeriesValues,
  { file, progress }: { file: ResultFile | null; progress: (fraction: number) => void },
): Promise<RunResult> {
  const all = outputs.reduce((sum, k) => sum + rowsOf(series[k]), 0);
  const names = uniqueNames(outputs.map((k) => series[k].name));
  const told: RunOutput[] = [];
  const stored: StoredSeries[] = [];
  const answered: RunValues[] = [];
  let done = 0;
  for (const [at, k] of outputs.entries()) {
    const each = series[k];
    const width = each.columns.length;
    const name = names[at];
    const writer = file?.output(name, width);
    const kept: RunValues | null = file === null ? emptyValues(each, name) : null;
    let [count, missing] = [0, 0];
    for (const { first, length } of pieces(each)) {
      const rows = await values.read(k, first, length);
      const times = Array.from({ length }, (_, i) => timeAt(each.grid, first + i));
      for (const value of rows) if (Number.isNaN(value)) missing++;
      writer?.write(times, rows);
      if (kept !== null) keep(kept, times, rows);
      count += length;
      done += length;
      progress(all === 0 ? 1 : done / all);
    }
    const output = outputOf(each, name, { count, missing });
    writer?.describe(factsOfOutput(each, output, series));
    told.push(output);
    stored.push(storedSeries(each, output, series));
    if (kept !== null) answered.push({ ...kept, ...output });
  }
  file?.finish();
  return { outputs: told, values: answered, stored };
}

/** Those that segments hold, in pieces. */
function* pieces({ grid, first, end, columns, work }: PlannedSeries): Generator<{ first: number; length: number }> {
  const most = work.kind === "optimum" ? optimumRows : Math.max(1, Math.floor(pieceRows / columns.length));
  for (const run of runsWithin(grid.segments, first, end))
    for (let at = run.first; at < run.first + run.count; at += most)
      yield { first: at, length: Math.min(most, run.first + run.count - at) };
}

const rowsOf = ({ grid, first, end }: PlannedSeries): number =>
  runsWithin(grid.segments, first, end).reduce((sum, { count }) => sum + count, 0);

function outputOf(
  { columns, units, masked, span, end, first }: PlannedSeries,
  name: string,
  { count, missing }: { count: number; missing: number },
): RunOutput {
  // Gaps between segments count as missing, too.
  const expected = Math.max(0, end - first);
  const present = count - missing / columns.length;
  return {
    ...{ name, columns: columns.map((column) => column || name), units: [...units], count },
    missing_share: expected === 0 ? 1 : Math.max(0, 1 - present / expected),
    masked_share: maskedShare([masked], span.startMs, span.endMs),
  };
}

const emptyValues = ({ columns, units }: PlannedSeries, name: string): RunValues => ({
  ...{ name, columns: [...columns], units: [...units], count: 0, missing_share: 0, masked_share: 0 },
  ...{ times_ms: [], values: columns.map(() => []) },
});

function keep(kept: RunValues, times: readonly number[], rows: Float64Array): void {
  const width = kept.values.length;
  for (const [i, time] of times.entries()) {
    kept.times_ms.push(time);
    for (let c = 0; c < width; c++) {
      const value = rows[i * width + c];
      kept.values[c].push(Number.isNaN(value) ? null : value);
    }
  }
}

/** Names of groups of a file: signals that two sources bring are told apart by a number, and none holds a slash. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.replace(/[/\0]/g, "_").replace(/^\.+$/, "_");
    let unique = plain;
    for (let n = 2; taken.has(unique); n++) unique = `${plain} (${n})`;
    taken.add(unique);
    return unique;
  });
}
