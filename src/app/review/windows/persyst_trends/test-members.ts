/** What tests and benches ask of a trends window on `window.connect`. */
import { readRow } from "./readings.ts";
import type { TrendsWindow } from "./trends-window.ts";

export interface TrendsTestMembers {
  /** What is said of each row at a time, by its id. */
  values(timeMs: number): Record<string, readonly string[]>;
  /** What is known of each row. */
  rows(): { id: string; kinds: string[]; waiting: number; failed: string[] }[];
  baseline(): { state: string; start_ms: number | null; end_ms: number | null } | null;
}

export const trendsTestMembers = ({ rows, data }: TrendsWindow): TrendsTestMembers => {
  const states = ({ series }: TrendsWindow["rows"][number]) => series.map((each) => data.of(each));
  return {
    values: (timeMs) => Object.fromEntries(rows.map((row) => [row.id, readRow(row, states(row), timeMs)])),
    rows: () =>
      rows.map((row) => ({
        id: row.id,
        kinds: states(row).map(({ kind }) => kind),
        waiting: states(row).reduce((sum, { waiting }) => sum + waiting.length, 0),
        failed: states(row).flatMap(({ failed, said }) => [...failed.map(({ message }) => message), said]),
      })),
    baseline: () => data.baselines()[0]?.baseline ?? null,
  };
};
