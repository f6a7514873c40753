/** Whose export is written next: one of a person at a time, few of a node. */
import { Readable } from "node:stream";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { Lanes } from "./lanes.ts";
import { refuse } from "./refusals.ts";

/** `waiting`: of one person, behind the one that is written. `idleMs`: how long a client may take nothing. */
export const exportLimits = { ofNode: 4, waiting: 8, idleMs: 120_000 } as const;

export class ExportTurns {
  private readonly people = new Lanes(1);
  private readonly node = new Lanes(exportLimits.ofNode);

  /**
   * Waits for a turn, which lasts until `end` is called.
   * @throws Refused 429 when too many of this person wait
   */
  begin(userId: number): Promise<{ readonly end: () => void }> {
    if (this.people.waiting(userId) >= exportLimits.waiting)
      throw refuse("too_many_changes", annotationServerText.refused.tooManyExports);
    return new Promise((resolve) => {
      const held = () => new Promise<void>((end) => resolve({ end }));
      void this.people.run(userId, () => this.node.run(0, held));
    });
  }
}

/** A stream of these pieces, which closes when nobody has taken one for so long. */
export function takenStream(pieces: AsyncIterable<Uint8Array>, idleMs: number = exportLimits.idleMs): Readable {
  let timer: NodeJS.Timeout;
  const wait = () => {
    timer = setTimeout(() => stream.destroy(), idleMs).unref();
  };
  const watched = async function* () {
    clearTimeout(timer);
    for await (const piece of pieces) {
      wait();
      yield piece;
      clearTimeout(timer);
    }
  };
  const stream = Readable.from(watched(), { objectMode: false });
  stream.once("close", () => clearTimeout(timer));
  wait();
  return stream;
}
