/** Changes that follow each other, passed on together. */

export interface Gatherer extends Disposable {
  changed(): void;
}

/** Passes a change on at once where it `isLast` of those that are waited for; others together, so many ms after the first of them at the latest. */
export function gather(withinMs: number, isLast: () => boolean, tell: () => void): Gatherer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const pass = () => {
    stop();
    tell();
  };
  return {
    changed() {
      if (isLast()) pass();
      else timer ??= setTimeout(pass, withinMs);
    },
    [Symbol.dispose]: stop,
  };
}
