/** Whose export is written next: one of a person at a time, few of a node. */
import { Readable } from "node:stream";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { Lanes } from "../platform/lanes.ts";
import { refuse } from "./refusals.ts";

/**
 * `waiting`: of one person, behind the one that is written. A client that takes less than `leastBytes` in `idleMs` of waiting for it
 * loses its place: some 2 kB/s.
 */
export const exportLimits = { ofNode: 4, waiting: 8, idleMs: 120_000, leastBytes: 256 * 1024 } as const;

export class ExportTurns {
  private readonly people = new Lanes(1);
  private readonly node = new Lanes(exportLimits.ofNode);

  /**
   * Waits for a turn, which lasts until `end` is called.
   * @throws Refused 429 when too many of this person wait; the reason of `signal` when it is aborted before
   */
  begin(userId: number, signal: AbortSignal): Promise<{ readonly end: () => void }> {
    if (this.people.waiting(userId) >= exportLimits.waiting)
      throw refuse("too_many_changes", annotationServerText.refused.tooManyExports);
    return new Promise((resolve, reject) => {
      const held = () => new Promise<void>((end) => resolve({ end }));
      this.people.run(userId, () => this.node.run(0, held, signal), signal).catch(reject);
    });
  }
}

/** A stream of these pieces, which closes when its reader takes too little of them; what the pieces take to be made is not counted. */
export function takenStream(pieces: AsyncIterable<Uint8Array>, idleMs: number = exportLimits.idleMs): Readable {
  let timer: NodeJS.Timeout;
  let [leftMs, since, taken] = [idleMs, 0, 0];
  const wait = () => {
    since = performance.now();
    timer = setTimeout(() => stream.destroy(), leftMs).unref();
  };
  const come = () => {
    clearTimeout(timer);
    leftMs -= performance.now() - since;
  };
  const watched = async function* () {
    come();
    for await (const piece of pieces) {
      wait();
      yield piece;
      come();
      taken += piece.length;
      if (taken >= exportLimits.leastBytes) [leftMs, taken] = [idleMs, 0];
    }
    // The last of them may still have to be taken.
    leftMs = idleMs;
    wait();
  };
  const stream = Readable.from(watched(), { objectMode: false });
  stream.once("close", () => clearTimeout(timer));
  wait();
  return stream;
}
