/** What one caller keeps open: calls, and answers that are made and that nobody takes. Beyond it they wait, and others do not. */
import type { ServerResponse } from "node:http";

/**
 * Of one caller. A browser has six calls open, and a script some hundreds; `bytes` of answers, text counted by its letters. Of answers up
 * to `short` only the number is bounded: those of calls that write are among them. `bodies`: bytes that calls bring, which lie in memory
 * with all that is made of them until there is an answer; one call may always come. `downloads`: files that are sent at once, each with
 * what is read ahead of it.
 */
export const openLimits = {
  calls: 512,
  bytes: 32 * 1024 * 1024,
  short: 1024 * 1024,
  bodies: 64 * 1024 * 1024,
  downloads: 64,
} as const;

interface Share {
  calls: number;
  bytes: number;
  bodies: number;
  downloads: number;
}

export class OpenCalls {
  private readonly shares = new Map<string, Share>();
  private readonly ofAnswer = new WeakMap<ServerResponse, Share>();

  /** Counts a call until its answer is taken or its connection is gone. `body`: bytes that it brings at most. False beyond the limits. */
  enter(caller: string, answer: ServerResponse, body = 0): boolean {
    const share = this.shares.get(caller) ?? { calls: 0, bytes: 0, bodies: 0, downloads: 0 };
    if (share.calls >= openLimits.calls || share.bytes >= openLimits.bytes) return false;
    if (body > 0 && share.bodies > 0 && share.bodies + body > openLimits.bodies) return false;
    this.shares.set(caller, share);
    this.ofAnswer.set(answer, share);
    share.calls++;
    share.bodies += body;
    answer.once("close", () => {
      share.bodies -= body;
      if (--share.calls === 0) this.shares.delete(caller);
    });
    return true;
  }

  /**
   * The answer has so many bytes, which lie in memory until they are taken. False for a long one of a caller who takes none of those
   * that were made before: calls that were let in at the same moment are all answered later.
   */
  answer(answer: ServerResponse, bytes: number): boolean {
    const share = this.ofAnswer.get(answer);
    if (share === undefined) return true;
    if (bytes > openLimits.short && share.bytes >= openLimits.bytes) return false;
    share.bytes += bytes;
    answer.once("close", () => {
      share.bytes -= bytes;
    });
    return true;
  }

  /** A file is sent until it is taken or its connection is gone. False beyond the limit. */
  download(answer: ServerResponse): boolean {
    const share = this.ofAnswer.get(answer);
    if (share === undefined) return true;
    if (share.downloads >= openLimits.downloads) return false;
    share.downloads++;
    answer.once("close", () => {
      share.downloads--;
    });
    return true;
  }
}
