/** The address names the display that is shown: one of the reader's, or the view of a link. */
import { subscribeKey } from "valtio/utils";
import type { ReviewSearch } from "../../shell/review-search.ts";
import type { Addressed } from "../url-sync.ts";
import type { DisplayStore } from "./display-store.ts";
import type { Chosen } from "./display-store-types.ts";

type Members = Pick<ReviewSearch, "display" | "view">;

/** The display that an address names. */
export function chosenIn({ display }: ReviewSearch): Chosen | null {
  const [, group, id] = /^(\d+)-(\d+)$/.exec(display ?? "") ?? [];
  return id === undefined ? null : { group: Number(group), display: Number(id) };
}

const membersOf = ({ visited, chosen }: DisplayStore["state"]): Members => ({
  display: visited !== null || chosen?.display == null ? undefined : `${chosen.group}-${chosen.display}`,
  view: visited?.key,
});

/** So long a choice rests before the address follows. */
const settleMs = 100;

/** Writes the members once they are not what the address said. A link whose view could not be had is left as it is. Returns the untying. */
export function syncDisplay(
  store: DisplayStore,
  search: ReviewSearch,
  write: (addressed: Addressed) => void,
): () => void {
  const { state } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written: Members = search.view === undefined ? search : membersOf(state);
  const settle = () => {
    const now = membersOf(state);
    if (now.display !== written.display || now.view !== written.view) write({ ...now });
    written = now;
  };
  const wake = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };
  wake();
  const unties = [subscribeKey(state, "visited", wake), subscribeKey(state, "chosen", wake)];
  return () => {
    for (const untie of unties) untie();
    clearTimeout(timer);
  };
}
