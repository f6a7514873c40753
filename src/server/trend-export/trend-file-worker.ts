/** Worker thread that writes one HDF5 file of trends (trend-file.ts). */
import { parentPort, workerData } from "node:worker_threads";
import { createResultFile } from "../pipelines/h5-file.ts";
import type { TrendFileOrder, TrendFileReport, TrendFileStep } from "./trend-file.ts";

const { path, root } = workerData as TrendFileOrder;
const file = createResultFile(path, root);
const outputs = new Map<string, ReturnType<Awaited<typeof file>["output"]>>();

async function take(step: TrendFileStep): Promise<void> {
  const made = await file;
  if (step.kind === "rows") {
    const output = outputs.get(step.name) ?? made.output(step.name, step.width);
    outputs.set(step.name, output);
    output.write([...step.timesMs], step.values);
    return;
  }
  for (const { name, facts } of step.outputs) outputs.get(name)?.describe(facts);
  made.finish();
}

const report = (message: TrendFileReport) => parentPort?.postMessage(message);
parentPort?.on("message", (step: TrendFileStep) => {
  take(step).then(
    () => report({ kind: "done" }),
    (error: NodeJS.ErrnoException) => {
      const { name, message, code } = error;
      report({ kind: "failed", name, message, code });
    },
  );
});
