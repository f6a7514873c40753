/**
 * What one connection may bring, whatever it holds: events that nobody handles, handshakes and acknowledgements are counted by no
 * namespace, and each is parsed all the same.
 */
import type { EventEmitter } from "node:events";
import { TokenBucket } from "../platform/token-bucket.ts";
import { socketLimits } from "./socket-limits.ts";

/** Connections of which a session was shown. */
const admitted = new WeakSet<object>();
/** From now on the connection may bring what users ask for. */
export const takeIn = (connection: object): void => void admitted.add(connection);

/** What is used of a packet (engine.io). */
interface Packet {
  data?: string | Uint8Array;
}

/**
 * Counts packets of a connection (engine.io); `onFlood` comes once, and nothing more is parsed then. Nor is what is longer than a
 * handshake of who has shown no session: 400 strangers with 64 kB each held everybody up for seconds. `now` in ms.
 */
export function boundPackets(
  connection: Pick<EventEmitter, "on">,
  onFlood: () => void,
  now: () => number = () => performance.now(),
): void {
  const packets = new TokenBucket(socketLimits.packets, now);
  let isOver = false;
  connection.on("packet", (packet: Packet) => {
    const isLong = (packet.data?.length ?? 0) > socketLimits.strangerBytes && !admitted.has(connection);
    if (!isOver && packets.take() && !isLong) return;
    packet.data = undefined; // is no packet of socket.io, which looks at it next
    if (isOver) return;
    isOver = true;
    onFlood();
  });
}

/** Handshakes of connections: each asks the database, before it is known who asks. */
export class Handshakes {
  private readonly buckets = new WeakMap<object, TokenBucket>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** False when this connection has tried too often. */
  mayTry(connection: object): boolean {
    const bucket = this.buckets.get(connection) ?? new TokenBucket(socketLimits.handshakes, this.now);
    this.buckets.set(connection, bucket);
    return bucket.take();
  }
}
