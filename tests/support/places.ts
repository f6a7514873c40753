/** Where the recordings of tests and benches belong. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { ensureWorkspace } from "../../src/server/admin/bootstrap.ts";
import { findPlace, type Place } from "../../src/server/patients/index.ts";
import { defaultWorkspaceName } from "../../src/server/platform/start/config.ts";

/** First project and site of the default workspace, which is made when there is none: where imports go by default. */
export async function defaultPlace(db: NodePgDatabase): Promise<Place> {
  const { workspaceId } = await ensureWorkspace(db, defaultWorkspaceName);
  const place = await findPlace(db, { workspaceId });
  if ("missing" in place) throw new Error(`The default workspace has no ${place.missing}.`);
  return place;
}
