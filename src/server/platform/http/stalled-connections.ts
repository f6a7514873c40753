/**
 * Connections whose other end takes nothing, or next to nothing, of what was sent to it are ended: until it is taken it lies in
 * memory. What is streamed from a disk waits there instead, and is left alone however long that takes.
 */
import type { Server } from "node:http";
import type { Socket } from "node:net";

export const stallLimits = {
  /** More than what a stream has on its way. */
  queuedBytes: 1024 * 1024,
  /** While so much is queued, at least `leastBytes` must be taken in `ms`: 2 kB/s. */
  leastBytes: 128 * 1024,
  ms: 60_000,
  lookMs: 10_000,
} as const;

/** What of a connection is looked at. The handle is Node's own: there is no other word of how much of one long write was taken. */
export type Watched = Pick<Socket, "writableLength" | "destroy"> & {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
};

interface Seen {
  since: number;
  taken: number;
}

export class StallWatch {
  private readonly connections = new Map<Watched, Seen | null>();

  /** `now` in ms. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  add(connection: Watched): void {
    this.connections.set(connection, null);
  }

  forget(connection: Watched): void {
    this.connections.delete(connection);
  }

  /** Ends those that have stood still. Returns their number. */
  look(): number {
    const now = this.now();
    let ended = 0;
    for (const [connection, seen] of this.connections) {
      const { queued, taken } = stateOf(connection);
      if (queued < stallLimits.queuedBytes) this.connections.set(connection, null);
      else if (seen === null || taken - seen.taken >= stallLimits.leastBytes)
        this.connections.set(connection, { since: now, taken });
      else if (now - seen.since >= stallLimits.ms) {
        connection.destroy();
        ended++;
      }
    }
    return ended;
  }
}

function stateOf({ writableLength, _handle }: Watched): { queued: number; taken: number } {
  const inSystem = _handle?.writeQueueSize ?? 0;
  return { queued: writableLength + inSystem, taken: (_handle?.bytesWritten ?? 0) - inSystem };
}

/** Watches the connections of a server, sockets among them. Returns what ends that. */
export function cutStalled(http: Server, log: { warn(facts: object, event: string): void }): () => void {
  const watch = new StallWatch();
  http.on("connection", (connection) => {
    watch.add(connection as unknown as Watched);
    connection.once("close", () => watch.forget(connection as unknown as Watched));
  });
  const timer = setInterval(() => {
    const ended = watch.look();
    if (ended > 0) log.warn({ connections: ended }, "http.stalled");
  }, stallLimits.lookMs).unref();
  return () => clearInterval(timer);
}
