/** Copies that are complete are read again now and then: what this disk has lost of them is fetched while the service still answers. */
import { describeError } from "../platform/describe-error.ts";
import type { Integrity } from "../recordings/index.ts";
import type { PrefetchLog } from "./types.ts";

/** Each once in this time, and once after a start, which looked at sizes alone. */
const checkedForMs = 7 * 86_400_000;
const askAgainMs = 3_600_000;
/** A server that stops does not wait longer for a service that is silent. */
const stopWithinMs = 1500;

export interface CopyCheckDeps {
  /** Ids of the recordings of which there is a whole copy. */
  complete(): readonly number[];
  verifyCopy: Integrity["verifyCopy"];
  log: PrefetchLog;
  /** ms */
  now?: () => number;
}

export class CopyChecks {
  private readonly checkedAt = new Map<number, number>();
  private readonly closing = new AbortController();
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly world: CopyCheckDeps) {}

  start(): void {
    this.timer = setInterval(() => void this.look(), askAgainMs).unref();
  }

  /** Checks what is due. One that fails is tried again with the next look. Never throws. */
  look(): Promise<void> {
    this.running ??= this.checkAll().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.closing.abort();
    const patience = new Promise<void>((resolve) => setTimeout(resolve, stopWithinMs).unref());
    await Promise.race([this.running, patience]);
  }

  private async checkAll(): Promise<void> {
    const { complete, verifyCopy, log, now = () => performance.now() } = this.world;
    const { signal } = this.closing;
    const ids = complete();
    for (const id of [...this.checkedAt.keys()]) if (!ids.includes(id)) this.checkedAt.delete(id);
    for (const recordingId of ids) {
      if (signal.aborted) return;
      if (now() - (this.checkedAt.get(recordingId) ?? Number.NEGATIVE_INFINITY) < checkedForMs) continue;
      try {
        await verifyCopy(recordingId, signal);
        this.checkedAt.set(recordingId, now());
      } catch (error) {
        if (!signal.aborted) log.warn({ recordingId, err: describeError(error) }, "prefetch.unchecked");
      }
    }
  }
}
