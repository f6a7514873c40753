import type { QueryClient } from "@tanstack/react-query";
import { unload } from "../../protocol/prefetch.ts";
import { call } from "../session/index.ts";
import { inventoryQuery } from "./queries.ts";

/** Most ids of one call. */
const mostIds = 1000;

/** Releases the space of files; what the server answers is the inventory from then on. Throws as `call`. */
export async function unloadFiles(queries: QueryClient, ids: readonly number[]): Promise<void> {
  const { queryKey } = inventoryQuery;
  for (let from = 0; from < ids.length; from += mostIds) {
    const answer = await call(unload, { data_object_ids: ids.slice(from, from + mostIds) });
    // A question that was asked before must not bring the files back.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData(queryKey, answer);
  }
}
