/** What the entries of an index describe. */
import type { IndexEntry } from "./index-file.ts";
import { entriesOf, type StreamPart } from "./part.ts";

/** One entry and how many frames it describes. */
export interface Described {
  entry: IndexEntry;
  count: number;
}

export async function* describedFrames(part: StreamPart): AsyncGenerator<Described> {
  let waiting: IndexEntry | null = null;
  for await (const entries of entriesOf(part)) {
    for (const entry of entries) {
      if (waiting) yield { entry: waiting, count: entry.first - waiting.first };
      waiting = entry;
    }
  }
  if (waiting) yield { entry: waiting, count: part.frames - waiting.first };
}
