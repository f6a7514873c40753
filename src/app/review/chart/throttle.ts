/** Runs at once and then at most once in so many ms, the last call included. */
export interface Throttle extends Disposable {
  call(): void;
  /** Runs now if a call waits. */
  flush(): void;
}

export function createThrottle(ms: number, run: () => void): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const begin = () => {
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) throttle.call();
    }, ms);
  };
  const throttle: Throttle = {
    call() {
      if (timer !== undefined) {
        isWanted = true;
        return;
      }
      isWanted = false;
      begin();
      run();
    },
    flush() {
      if (!isWanted) return;
      isWanted = false;
      run();
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      timer = undefined;
      isWanted = false;
    },
  };
  return throttle;
}
