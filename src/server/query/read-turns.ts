/**
 * A connection is read from once in a turn of the event loop. Node reads whatever has come, a few MB at a time; of sixteen sockets
 * that is a hundred requests a millisecond, and nobody else is heard until all of them are parsed.
 */
import type { EventEmitter } from "node:events";

/** What of a web socket is used (ws). */
export interface Pausable {
  pause(): void;
  resume(): void;
}

/** `raw`: the socket below it. */
export function readInTurns(
  websocket: Pausable,
  raw: Pick<EventEmitter, "on">,
  next: (turned: () => void) => void = setImmediate,
): void {
  let isPaused = false;
  raw.on("data", () => {
    if (isPaused) return;
    isPaused = true;
    websocket.pause();
    next(() => {
      isPaused = false;
      websocket.resume();
    });
  });
}
