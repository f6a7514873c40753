/** The hold of a writer on the row of a recording that grows: when it was last known, and the signs of life that keep it. */

const beatMs = 1000;
/** Whoever had no answer to a beat for so long asks before it writes: after 10 s another may have taken the recording. */
const trustedMs = 5000;

/** Another process has taken the recording, or may have: this one writes nothing more. */
export class RecordingTaken extends Error {
  override readonly name = "RecordingTaken";
  constructor() {
    super("The recording is written by somebody else now.");
  }
}

export class RowHold {
  private isLost = false;

  /** `heldAt`: before the row was taken, by `performance.now()`. */
  constructor(
    private readonly beat: () => Promise<boolean>,
    private heldAt = performance.now(),
  ) {}

  /** What was asked at that time was answered: the row is held still, or is not. */
  note(askedAt: number, isHeld: boolean): void {
    if (isHeld) this.heldAt = Math.max(this.heldAt, askedAt);
    else this.isLost = true;
  }

  /** Asked right before what counts is written. @throws RecordingTaken when somebody else may write by now, or what the database says */
  async demand(): Promise<void> {
    if (!this.isLost && this.isOld) await this.show();
    if (this.isLost || this.isOld) throw new RecordingTaken();
  }

  /** Shows signs of life while something takes its time. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    let showing: Promise<void> | null = null;
    const timer = setInterval(() => {
      showing ??= this.show()
        .catch(() => undefined) // `demand` asks again
        .finally(() => {
          showing = null;
        });
    }, beatMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await showing;
    }
  }

  private get isOld(): boolean {
    return performance.now() - this.heldAt >= trustedMs;
  }

  private async show(): Promise<void> {
    const askedAt = performance.now();
    this.note(askedAt, await this.beat());
  }
}
