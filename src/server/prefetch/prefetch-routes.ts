/** The calls about the reserved space. What is not of the caller's projects and sites does not exist. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { getInventory, getQueue, unload } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import type { UserScope } from "../recordings/index.ts";
import { inventoryOf, queueOf } from "./inventory.ts";
import { isOwnProject, releaseFiles, reservedFiles } from "./inventory-rows.ts";

export interface PrefetchRoutesOptions {
  db: NodePgDatabase;
  bus: Pick<Bus, "send">;
  maxBytes: number;
  /** Recordings lie where every server reads them. */
  isLocal: boolean;
}

export function addPrefetchRoutes(host: RouteHost, { db, bus, maxBytes, isLocal }: PrefetchRoutesOptions): void {
  const inventory = async (scope: UserScope) => inventoryOf(await reservedFiles(db, scope, isLocal), maxBytes);

  host.add(getInventory, (_body, { session }) => inventory(session));
  host.add(getQueue, async ({ study_id }, { session }) => {
    if (!(await isOwnProject(db, session, study_id))) throw new Refused(404, prefetchText.refused.project);
    return { directories: queueOf(await reservedFiles(db, session, isLocal), study_id) };
  });
  host.add(unload, async ({ data_object_ids }, caller) => {
    const released = await releaseFiles(db, caller, data_object_ids);
    if (released.length > 0) bus.send({ kind: "prefetch-changed" });
    return inventory(caller.session);
  });
}
