/** Columns of what runs of analyses stored, as sources of a chart. Pure. */
import type { ChartSource, StoredColumn } from "../../../domain/graphs/graph.ts";
import { titleOfStored } from "../../../domain/graphs/trace-title.ts";
import { unitName } from "../../../domain/montage/display.ts";
import type { PipelineRun } from "../../../protocol/pipelines.ts";
import { analysesText } from "../../../protocol/text/analyses-text.ts";
import type { ModalityChoice } from "./modality-choices.ts";

/** "CPPOpt LLA, stored run 12": what is stored is named so wherever it is seen. */
export const labelOfStored = (column: StoredColumn): string =>
  `${titleOfStored(column)}, ${analysesText.storedRun(column.run)}`;

/** The columns that are no bins, of every run whose file windows can show; the newest run first. */
export function storedChoices(runs: readonly PipelineRun[]): ModalityChoice[] {
  return runs.flatMap(({ id, state, stored, file_problem, outputs }) => {
    if (state !== "done" || stored === null || file_problem !== null) return [];
    return outputs.flatMap(({ name: output, columns, units }) =>
      columns.flatMap((column, k): ModalityChoice[] => {
        if (columns.length > 1 && /_\d+$/.test(column)) return [];
        const storedRun = { run: id, output, column };
        const title = labelOfStored(storedRun);
        const name: ChartSource = { dataSource: stored.data_object_id, dataKey: title, rawDataKey: "", storedRun };
        return [{ name, title, unit: unitName(units[k]), isThere: true }];
      }),
    );
  });
}
