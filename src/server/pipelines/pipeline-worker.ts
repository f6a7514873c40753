/** Worker thread that carries one analysis out, and ends. It is stopped from outside: it writes one file of its own and nothing else. */
import { parentPort, workerData } from "node:worker_threads";
import { openCore } from "../../signal/node.ts";
import { BlockMeans, BlockSums } from "../analysis/index.ts";
import { coreChecksum, createSampleReader, DamageFound, openHome } from "../recordings/index.ts";
import { carryOut } from "./carry-out.ts";
import { attributesOfRun } from "./h5-facts.ts";
import { createResultFile } from "./h5-file.ts";
import { SeriesValues } from "./series-values.ts";
import type { PipelineOrder, PipelineReport } from "./types.ts";

const tellMs = 200;

async function main({ plan, home, file }: PipelineOrder): Promise<void> {
  const report = (message: PipelineReport) => parentPort?.postMessage(message);
  const core = openCore();
  const reader = createSampleReader(home.dataDir, {
    ...{ isBlocking: true, remote: await openHome(home), checksum: coreChecksum(core) },
    onLevel: () => undefined,
  });
  let told = 0;
  const progress = (fraction: number) => {
    const now = performance.now();
    if (now - told < tellMs) return;
    told = now;
    report({ kind: "progress", fraction });
  };
  const values = new SeriesValues(plan.series, {
    ...{ core, reader, sums: new BlockSums(), means: new BlockMeans(), onStep: () => undefined },
  });
  const result = file === null ? null : await createResultFile(file.path, attributesOfRun(file.facts, plan.recordings));
  try {
    report({ kind: "done", ...(await carryOut(plan, values, { file: result, progress })) });
  } catch (error) {
    result?.drop();
    const { name, message, code } = error as NodeJS.ErrnoException;
    report({ kind: "failed", name, message, code, damage: error instanceof DamageFound ? error.found : undefined });
  } finally {
    reader.close();
    parentPort?.close();
  }
}

await main(workerData as PipelineOrder);
