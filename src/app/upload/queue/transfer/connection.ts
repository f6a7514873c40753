/** Waiting, for time or for the connection. */

/** Resolves when the browser has a connection. @throws the signal's reason */
export function untilOnline(signal: AbortSignal): Promise<void> {
  return navigator.onLine ? Promise.resolve() : waitFor(signal, () => undefined);
}

/** Resolves after a time, or as soon as a connection comes back. @throws the signal's reason */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return waitFor(signal, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });
}

function waitFor(signal: AbortSignal, begin: (done: () => void) => (() => void) | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const end = () => {
      stop?.();
      window.removeEventListener("online", done);
      signal.removeEventListener("abort", fail);
    };
    const done = () => {
      end();
      resolve();
    };
    const fail = () => {
      end();
      reject(signal.reason);
    };
    window.addEventListener("online", done);
    signal.addEventListener("abort", fail);
    const stop = begin(done);
  });
}
