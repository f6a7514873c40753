/** What the upload service works with. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Bus } from "../platform/bus/bus.ts";
import type { Config } from "../platform/start/config.ts";
import type { Stores } from "../platform/storage/types.ts";

export interface UploadDeps {
  db: NodePgDatabase;
  bus: Bus;
  config: Pick<Config, "dataDir" | "uploads">;
  stores: Stores;
}
