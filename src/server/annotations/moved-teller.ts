/** Tells the nodes that a recording's log has moved: at once, and again at most so often, with the last number. */
import type { Bus } from "../platform/bus/bus.ts";

/** Between two messages about a recording. Readers hear within two of these at the most. */
const leastMs = 20;

export class MovedTeller {
  /** Recordings that were told of a moment ago, and what is to be said next. */
  private readonly waiting = new Map<number, { sequence: number; told: number }>();

  constructor(
    private readonly bus: Pick<Bus, "send">,
    private readonly everyMs = leastMs,
  ) {}

  tell(recordingId: number, sequence: number): void {
    const waiting = this.waiting.get(recordingId);
    if (waiting !== undefined) waiting.sequence = Math.max(waiting.sequence, sequence);
    else this.send(recordingId, sequence);
  }

  private send(recordingId: number, sequence: number): void {
    this.bus.send({ kind: "annotations-moved", recordingId, sequence });
    const waiting = { sequence, told: sequence };
    this.waiting.set(recordingId, waiting);
    setTimeout(() => {
      this.waiting.delete(recordingId);
      if (waiting.sequence > waiting.told) this.send(recordingId, waiting.sequence);
    }, this.everyMs).unref();
  }
}
