/** The events of the loaded annotations (spec 001 section 4, "Event review"). Made anew when those or the filter change. */

import type { ReviewFilter } from "../../../../domain/event-review/review-tags.ts";
import { eventsOf, type ReviewEvent } from "../../../../domain/event-review/review-walk.ts";
import { type AnnotationStore, fileGroupId } from "../../annotations/types.ts";

export interface EventList {
  /** In their order, after the filter. */
  readonly events: readonly ReviewEvent[];
  /** How many there are before the filter. */
  readonly all: number;
}

/** Events by a table that has not changed, and a filter that is the same, are the same list. */
export function createEventList({ table }: Pick<AnnotationStore, "table">): (filter: ReviewFilter) => EventList {
  let known: { revision: number; filter: ReviewFilter; list: EventList } | null = null;
  return (filter) => {
    const isSame =
      known?.revision === table.revision &&
      known.filter.includeTags === filter.includeTags &&
      known.filter.excludeTags === filter.excludeTags;
    if (known !== null && isSame) return known.list;
    const candidates: ReviewEvent[] = [];
    for (const row of table.inOrder()) {
      const id = table.refOf(row);
      const { tags, kind } = table.styles.list[table.style[row]];
      // What the file says of itself, and what the server does not have yet, has no review; an artifact is none of the brain.
      if (id < 0 || table.groups[row] === fileGroupId || kind === "artifact") continue;
      candidates.push({ id, start_time: table.starts[row], end_time: table.ends[row], tags });
    }
    const { revision } = table;
    const list = { events: eventsOf(candidates, filter), all: candidates.length };
    known = { revision, filter: { includeTags: filter.includeTags, excludeTags: filter.excludeTags }, list };
    return list;
  };
}
