/** What `follow_recordings` asks for: each recording that is followed is looked up, so it counts as a request of its own. */
import { mostFollowed } from "../../protocol/pages.ts";

/** Ids of a message, as many as `mayAsk` admits; none of what is no such message. */
export function followedIds(request: unknown, mayAsk: () => boolean): readonly number[] {
  const ids =
    typeof request === "object" && request !== null && "data_object_ids" in request ? request.data_object_ids : null;
  if (!Array.isArray(ids) || ids.length > mostFollowed) return [];
  const wanted = new Set<number>(ids.filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31));
  return [...wanted].filter(mayAsk);
}
