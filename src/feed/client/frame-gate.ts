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

/** The next animation frame; in a hidden tab, which has none, a quarter of a second later. */
export const nextAnimationFrame: NextFrame = (run) => {
  let hasRun = false;
  const once = () => {
    if (hasRun) return;
    hasRun = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, hiddenFrameMs);
};
