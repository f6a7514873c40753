/** Long work is many pieces, one after the other: other users' pages and a cancellation come between. */
import { isDerived } from "../../analysis/index.ts";
import type { ChannelSpan } from "../channel-parts.ts";
import { chunkLength } from "../derived-samples.ts";
import type { Making, PageSource } from "./task.ts";

/** Samples of all channels of a group that are read for a piece at most: some ms of a thread. Blocks of all channels are read whole. */
const pieceSamples = 1 << 23;

/** Samples of a span that are worked on at once. */
export function samplesAtOnce({ recording, group }: Pick<PageSource, "recording" | "group">): number {
  if (isDerived(recording)) return chunkLength(group.sampling_hz);
  return Math.max(1, Math.floor(pieceSamples / Math.max(1, group.channels.length)));
}

/** The span in pieces of so many samples of the grid, in the order of time; one piece at least. */
export function cutSpan(span: ChannelSpan, length: number): ChannelSpan[] {
  const from = Math.floor(span.first / length);
  const count = Math.max(1, Math.ceil(span.end / length) - from);
  return Array.from({ length: count }, (_, k) => ({
    ...span,
    first: Math.max(span.first, (from + k) * length),
    end: Math.min(span.end, (from + k + 1) * length),
  }));
}

/** Does pieces one after the other; each is told what those before it made. Fails as the first piece that fails. */
export function inPieces<Made>(
  pieces: readonly ChannelSpan[],
  make: (piece: ChannelSpan, made: readonly Made[]) => Making<Made>,
): Making<readonly Made[]> {
  const made: Made[] = [];
  let now = make(pieces[0], made);
  const work = async () => {
    for (;;) {
      made.push(await now.result);
      if (made.length === pieces.length) return made;
      now = make(pieces[made.length], made);
    }
  };
  return {
    result: work(),
    progress: () => (made.length === pieces.length ? 1 : (made.length + now.progress()) / pieces.length),
  };
}
