/**
 * Keeps the clients of the embedded database apart. A query with parameters is a row of messages (parse, bind, describe,
 * execute, sync) about an unnamed statement and portal, of which the one session has one each. pglite-socket queues the
 * messages one by one and lets those of different clients alternate outside transactions: a client would then execute
 * what another one has bound, and get its rows. The socket server waits for a client that is in a transaction; here a
 * row of messages that is not finished counts as one. The answers to a row of messages are one write, and so one read of the client: as
 * PGlite gives them they are five or more, at a fifth of all its time.
 */
import type { PGlite } from "@electric-sql/pglite";
import { panicWatch } from "./panic-watch.ts";

/** First bytes of messages that leave a row unfinished: parse, bind, describe, execute, close, flush. */
const unfinished = new Set([..."PBDECH"].map((letter) => letter.charCodeAt(0)));
/** First bytes of messages that end it: sync, a simple query, terminate. */
const finishing = new Set([..."SQX"].map((letter) => letter.charCodeAt(0)));
/** The client waits for an answer though the row goes on. */
const flushing = "H".charCodeAt(0);
/** More of an answer is not held back, bytes. */
const mostHeld = 64 * 1024;
const syncMessage = Uint8Array.of("S".charCodeAt(0), 0, 0, 0, 4);

/** The database broke in a way that only a new start mends; it recovers then, as after a crash. */
export class DatabasePanic extends Error {
  override readonly name = "DatabasePanic";
}

/** What pglite-socket asks of a database. */
type Served = Pick<PGlite, "isInTransaction" | "execProtocolRawStream" | "exec">;

/**
 * The database as the socket server may see it. `fail`: told when the database itself broke; nothing works after that. A
 * PANIC (a full disk, in the middle of what may not fail) is such a break: PostgreSQL ends all of itself then, and PGlite
 * stays, answers nobody any more and does not say so.
 */
export function wholePipelines(db: PGlite, fail: (error: unknown) => void): PGlite {
  let isUnfinished = false;
  /** Of the row of messages that is not finished. */
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const release = (send: (bytes: Uint8Array) => void) => {
    if (held.length > 0) send(held.length === 1 ? held[0] : Buffer.concat(held, heldBytes));
    held = [];
    heldBytes = 0;
  };
  const served: Served = {
    isInTransaction: () => isUnfinished || db.isInTransaction(),
    async execProtocolRawStream(message, options) {
      const [first] = message;
      const panic = panicWatch();
      const onRawData = (bytes: Uint8Array) => {
        panic.see(bytes);
        held.push(bytes.slice()); // it lies in memory of PGlite
        heldBytes += bytes.length;
        if (heldBytes > mostHeld) release(options.onRawData);
      };
      try {
        await db.execProtocolRawStream(message, { ...options, onRawData });
      } catch (error) {
        release(options.onRawData);
        fail(error);
        throw error;
      }
      if (!unfinished.has(first) || first === flushing || panic.reason !== null) release(options.onRawData);
      if (panic.reason !== null) fail(new DatabasePanic(panic.reason));
      if (unfinished.has(first)) isUnfinished = true;
      else if (finishing.has(first)) isUnfinished = false;
    },
    /** The server rolls back for a client that left; its row of messages is ended first. */
    async exec(query, options) {
      if (isUnfinished) {
        release(() => undefined);
        await db.execProtocolRawStream(syncMessage, { onRawData: () => undefined });
        isUnfinished = false;
      }
      return db.isInTransaction() ? db.exec(query, options) : [];
    },
  };
  return new Proxy(db, {
    get(target, name) {
      if (Object.hasOwn(served, name)) return served[name as keyof Served];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
