/** Lets a call through at once, and then at most one a frame: the calls between become one at the next frame. */
export type NextFrame = (run: () => void) => void;

export class FrameGate {
  private isShut = false;
  private isWanted = false;

  constructor(
    private readonly nextFrame: NextFrame,
    private readonly run: () => void,
  ) {}

  call(): void {
    if (this.isShut) {
      this.isWanted = true;
      return;
    }
    this.isShut = true;
    this.nextFrame(() => {
      this.isShut = false;
      if (!this.isWanted) return;
      this.isWanted = false;
      this.call();
    });
    this.run();
  }

  /** A call waits for the next frame. */
  get isPending(): boolean {
    return this.isWanted;
  }
}

const hiddenFrameMs = 250;

/** What the next frame runs: asked for once, however many wait. */
let waiting: (() => void)[] = [];

/** The next animation frame; in a hidden tab, which has none, a quarter of a second later. */
export const nextAnimationFrame: NextFrame = (run) => {
  waiting.push(run);
  if (waiting.length > 1) return;
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    const runs = waiting;
    waiting = [];
    for (const each of runs) {
      try {
        each();
      } catch (error) {
        reportError(error); // the others run all the same
      }
    }
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, hiddenFrameMs);
};
