/** What `follow_recordings` asks for: each recording that is followed is looked up, so it counts as a request of its own. */
import { mostFollowed } from "../../protocol/pages.ts";
import { Lanes } from "../platform/lanes.ts";

/** Ids of a message, as many as `mayAsk` admits; none of what is no such message. */
export function followedIds(request: unknown, mayAsk: () => boolean): readonly number[] {
  const ids =
    typeof request === "object" && request !== null && "data_object_ids" in request ? request.data_object_ids : null;
  if (!Array.isArray(ids) || ids.length > mostFollowed) return [];
  const wanted = new Set<number>(ids.filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31));
  return [...wanted].filter(mayAsk);
}

/** Of a user, at once. Each look writes its question to the database: hundreds that begin together hold everybody else up. */
const turns = new Lanes<object>(4);

/** `look` at each of them, in turns over all sockets of `whose`, until `signal` is aborted. Failures are nobody's: the next message asks again. */
export async function lookInTurns(
  whose: object,
  ids: readonly number[],
  look: (id: number) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  const lookNow = async (id: number) => (signal.aborted ? null : look(id));
  await Promise.allSettled(ids.map((id) => turns.run(whose, () => lookNow(id))));
}
