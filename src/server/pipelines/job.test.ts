import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type PipelineJobDeps, pipelineJob } from "./job.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-pipeline-job-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("takes away what attempts left that died, but not the file of the run nor what another job makes", async () => {
  for (const each of ["5-9-1", "5-9-2", "5-10-1"]) mkdirSync(join(dataDir, "pipelines", each), { recursive: true });
  const remove = vi.fn(async (_keys: readonly string[]) => undefined);
  const deps = {
    db: { execute: async () => ({ rows: [{ fileKey: "pipelines/5/9-1.h5" }], rowCount: 0 }) },
    bus: { send: () => undefined },
    stores: { own: { delete: remove } },
    home: { dataDir },
  } as unknown as PipelineJobDeps;
  const job = { id: 9, queue: "pipeline", key: null, payload: { runId: 5 }, attempt: 2, maxAttempts: 3 };
  const definition = pipelineJob(deps);
  for (const end of [definition.canceled, definition.failed]) {
    await end?.(job, null);
    expect(remove).toHaveBeenLastCalledWith(["pipelines/5/9-2.h5"]);
    expect(readdirSync(join(dataDir, "pipelines"))).toEqual(["5-10-1"]);
  }
});
