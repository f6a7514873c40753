/**
 * Copying a page of 16 MiB takes the server's own thread 10 ms, and several are made at the same moment: they take turns of
 * the event loop, so that everything else comes between them. What is small never waits.
 */
export class LoopShare {
  private spent = 0;
  private isArmed = false;
  private readonly waiting: { bytes: number; begin: () => void }[] = [];

  /** `next`: calls back after the loop has turned. */
  constructor(private readonly next: (turned: () => void) => void = setImmediate) {}

  /** Undefined: now. Otherwise resolves when it is the turn of work on so many bytes; the smallest that waits comes first. */
  turn(bytes: number): Promise<void> | undefined {
    if (bytes < smallBytes) return undefined;
    if (this.waiting.length === 0 && this.fits(bytes)) {
      this.spend(bytes);
      return undefined;
    }
    return new Promise((begin) => {
      const at = this.waiting.findIndex((other) => other.bytes > bytes);
      this.waiting.splice(at < 0 ? this.waiting.length : at, 0, { bytes, begin });
      this.arm();
    });
  }

  private fits(bytes: number): boolean {
    return this.spent === 0 || this.spent + bytes <= turnBytes;
  }

  private spend(bytes: number): void {
    this.spent += bytes;
    this.arm();
  }

  private arm(): void {
    if (this.isArmed) return;
    this.isArmed = true;
    this.next(() => {
      this.isArmed = false;
      this.spent = 0;
      for (let [first] = this.waiting; first !== undefined && this.fits(first.bytes); [first] = this.waiting) {
        this.waiting.shift();
        this.spend(first.bytes);
        first.begin();
      }
    });
  }
}

/** Done in a fraction of a millisecond. */
const smallBytes = 256 * 1024;
/** Of one turn, beside one page that is larger by itself. */
const turnBytes = 4 * 1024 * 1024;

/** Of this thread. */
export const loopShare = new LoopShare();
