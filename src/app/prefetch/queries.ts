/** What is reserved for review, as the server knows it now. */
import { queryOptions } from "@tanstack/react-query";
import { getInventory, prefetchLimits } from "../../protocol/prefetch.ts";
import { call } from "../session/index.ts";

/** First part of every key. */
export const prefetchData = "prefetch";

/** An answer that nobody looked at for so long is shown to nobody: it says what was, not what is. */
const forgottenMs = 5000;

/** A server that does not answer by then is asked again, and what it said before is no longer shown as if it were true. */
const answerWithinMs = 5000;

/** The inventory, asked again every second while the page can be seen (spec 001 section 7). */
export const inventoryQuery = queryOptions({
  queryKey: [prefetchData, "inventory"],
  queryFn: ({ signal }) => call(getInventory, {}, AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)])),
  refetchInterval: prefetchLimits.inventoryPollMs,
  gcTime: forgottenMs,
});
