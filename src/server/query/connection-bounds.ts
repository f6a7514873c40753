/**
 * What one connection may bring, whatever it holds: events that nobody handles, handshakes and acknowledgements are counted by no
 * namespace, and each is parsed all the same.
 */
import type { EventEmitter } from "node:events";
import { TokenBucket } from "../platform/token-bucket.ts";
import { socketLimits } from "./socket-limits.ts";

/** Counts packets of a connection (engine.io); `onFlood` comes once. `now` in ms. */
export function boundPackets(
  connection: Pick<EventEmitter, "on" | "off">,
  onFlood: () => void,
  now: () => number = () => performance.now(),
): void {
  const packets = new TokenBucket(socketLimits.packets, now);
  const count = () => {
    if (packets.take()) return;
    connection.off("packet", count);
    onFlood();
  };
  connection.on("packet", count);
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
