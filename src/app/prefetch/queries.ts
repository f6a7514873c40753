/** What is reserved for review, as the server knows it now. */
import { queryOptions } from "@tanstack/react-query";
import { getInventory, prefetchLimits } from "../../protocol/prefetch.ts";
import { call } from "../session/index.ts";

/** First part of every key. */
export const prefetchData = "prefetch";

/** An answer that nobody looked at for so long is shown to nobody: it says what was, not what is. */
const forgottenMs = 5000;

/** The inventory, asked again every second while the page can be seen (spec 001 section 7). */
export const inventoryQuery = queryOptions({
  queryKey: [prefetchData, "inventory"],
  queryFn: ({ signal }) => call(getInventory, {}, signal),
  refetchInterval: prefetchLimits.inventoryPollMs,
  gcTime: forgottenMs,
});
