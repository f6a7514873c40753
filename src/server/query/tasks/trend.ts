/** "trend": columns of an EEG trend (algorithms.md 12). */
import { trendRows } from "../../../protocol/trends.ts";
import { isDerived } from "../../analysis/index.ts";
import { PageRefused, refusals } from "../page-refused.ts";
import type { PageTask } from "./task.ts";

export const trend: PageTask<"trend"> = {
  kind: "trend",
  check(_form, _columns, _group, recording) {
    if (!isDerived(recording) || recording.analysis.analytic !== "eeg_trend")
      throw new PageRefused("bad_request", refusals.noTrend);
    throw new PageRefused("not_ready", refusals.trendsAway);
  },
  bytes: ({ epochs_per_column }, _columns, { recording, first, end }) =>
    isDerived(recording) && recording.analysis.analytic === "eeg_trend"
      ? 8 * trendRows[recording.analysis.trend].length * ((end - first) / epochs_per_column + 2)
      : 0,
  mostBytes: 16 * 1024 * 1024,
  tooLarge: refusals.tooManyColumns,
  make() {
    throw new PageRefused("not_ready", refusals.trendsAway);
  },
  threadTasks: [],
};
