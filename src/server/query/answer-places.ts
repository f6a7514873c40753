/** Where an acknowledgement stands among what a client sent, whatever that was: handlers find it, and nobody waits for one for ever. */
import { serverText } from "../../protocol/text/server-text.ts";

/** What of a socket of any namespace is used (socket.io). */
export interface AnsweringSocket {
  use(each: (packet: unknown[], next: () => void) => void): unknown;
  listenerCount(event: string): number;
}

/** What is answered to a message that is none of its namespace, or not of the form that it has there. */
export const badMessage = { error: { code: "bad_request", message: serverText.badMessage } } as const;

/**
 * Handlers get one request and its acknowledgement, both perhaps undefined: a client may send none, or more than one. Events that
 * nobody handles are refused.
 */
export function placeAnswers(socket: AnsweringSocket): void {
  socket.use((packet, next) => {
    const answer = packet.at(-1);
    if (typeof answer === "function") {
      const [event, request] = packet;
      packet.splice(1, packet.length - 1, typeof request === "function" ? undefined : request, answer);
      if (socket.listenerCount(String(event)) === 0) answer(badMessage);
    }
    next();
  });
}
