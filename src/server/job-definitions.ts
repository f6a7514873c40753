/** The jobs of ingest and uploads; main.ts adds those of recordings and starts the runner. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { ingestJob } from "./ingest/uploads/index.ts";
import { sweepResults } from "./pipelines/index.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { JobDefinition } from "./platform/jobs/index.ts";
import type { Config } from "./platform/start/config.ts";
import type { Stores } from "./platform/storage/types.ts";
import { uploadJobs } from "./uploads/jobs.ts";

export interface JobDeps {
  config: Config;
  db: NodePgDatabase;
  bus: Bus;
  stores: Stores;
  log: { info(facts: object, event: string): void; warn(facts: object, event: string): void };
}

export function jobDefinitions(world: JobDeps): JobDefinition[] {
  return [ingestJob(world), ...uploadJobs(world, [(youngest, signal) => sweepResults(world, youngest, signal)])];
}
