import { useQuery } from "@tanstack/react-query";
import type { PrefetchInventory } from "../../protocol/prefetch.ts";
import { inventoryQuery } from "./queries.ts";

export interface KnownInventory {
  /** Undefined while nothing has come yet, and as long as asking fails: what was known then is no longer true. */
  readonly inventory: PrefetchInventory | undefined;
  /** Asking failed, after its repetitions. It is asked again by itself. */
  readonly isUnknown: boolean;
  readonly refetch: () => void;
}

/** What is reserved for review. Draws again only when that changed: unchanged rows stay the same objects. */
export function useInventory(): KnownInventory {
  const { data, isError, errorUpdateCount, refetch } = useQuery(inventoryQuery);
  // While it is asked anew after a first failure the query counts as pending: the faces must not alternate.
  const isUnknown = isError || (data === undefined && errorUpdateCount > 0);
  return { inventory: isUnknown ? undefined : data, isUnknown, refetch: () => void refetch() };
}
