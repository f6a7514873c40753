/** Finds a PANIC in what a PostgreSQL backend answers: the messages are walked, so that no value of a row can look like one. */

export interface PanicWatch {
  /** What the backend said, in pieces that may end anywhere. */
  see(bytes: Uint8Array): void;
  /** The message of the PANIC; null while there was none. */
  readonly reason: string | null;
}

const errorResponse = "E".charCodeAt(0);
/** Type and length. */
const headBytes = 5;

export function panicWatch(): PanicWatch {
  let reason: string | null = null;
  let head: number[] = [];
  /** Of the message under way, still to come. */
  let left = 0;
  let error: number[] | null = null;
  return {
    see(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (left === 0) {
          head.push(bytes[at++]);
          if (head.length < headBytes) continue;
          left = Buffer.from(head).readUInt32BE(1) - 4;
          error = head[0] === errorResponse ? [] : null;
          head = [];
        } else {
          const piece = bytes.subarray(at, at + left);
          error?.push(...piece);
          at += piece.length;
          left -= piece.length;
        }
        if (left > 0 || error === null) continue;
        reason ??= reasonOf(error);
        error = null;
      }
    },
    get reason() {
      return reason;
    },
  };
}

/** Fields of an ErrorResponse: a letter, a text, a zero. */
function reasonOf(body: readonly number[]): string | null {
  const fields = Buffer.from(body).toString("utf8").split("\0");
  const field = (letter: string) => fields.find((one) => one.startsWith(letter))?.slice(1);
  return field("V") === "PANIC" ? (field("M") ?? "") : null;
}
