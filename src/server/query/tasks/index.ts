/** The tasks of the page service in one table. A task is a file of this folder and a line here. */
import type { PageForm, PageKind } from "../../../protocol/pages.ts";
import { bins } from "./bins.ts";
import { codedValues } from "./coded-values.ts";
import { columns } from "./columns.ts";
import { eegImage, eegLabels } from "./eeg-image.ts";
import { events } from "./events.ts";
import { optimum } from "./optimum.ts";
import { recipeColumns } from "./recipe-columns.ts";
import { resampled } from "./resampled.ts";
import { samples } from "./samples.ts";
import type { PageTask, ThreadTask } from "./task.ts";
import { trend } from "./trend.ts";
import { trendImage, trendLabels } from "./trend-image.ts";

const pageTasks: { readonly [Kind in PageKind]: PageTask<Kind> } = {
  samples,
  columns,
  recipe_columns: recipeColumns,
  bins,
  resampled,
  events,
  optimum,
  trend,
  eeg_image: eegImage,
  eeg_labels: eegLabels,
  trend_image: trendImage,
  trend_labels: trendLabels,
};

/** The task that makes pages of this form. */
export const taskOf = (form: PageForm): PageTask => pageTasks[form.kind] as PageTask;

/** What compute threads can do, by name. */
export const threadTasks: ReadonlyMap<string, ThreadTask> = new Map(
  [codedValues, ...Object.values(pageTasks).flatMap((task) => task.threadTasks)].map((task) => [
    task.name,
    task as ThreadTask,
  ]),
);
