/** What the administration works with. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { Bus } from "../platform/bus/bus.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Config } from "../platform/start/config.ts";
import type { Stores } from "../platform/storage/types.ts";

export interface AdminDeps {
  db: NodePgDatabase;
  bus: Bus;
  /** Buckets whose endpoint begins with "file:" lie under the data folder. */
  config: Pick<Config, "dataDir" | "smtpUrl" | "deployment">;
  stores: Pick<Stores, "of">;
  /** What is wrong with the installation at this moment, one sentence each. */
  notices(): readonly string[];
  /** Lets go of uploads to these that were given up. Returns the facts of it for the audit. @throws Refused 409 while there are others */
  forgetUploads(
    tx: Queries,
    kind: "project" | "site",
    ids: readonly number[],
  ): Promise<Readonly<Record<string, unknown>>>;
}
