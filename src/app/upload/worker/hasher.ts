/** The page's side of the worker that takes digests. */
import workerAddress from "./hash-worker.ts?worker&url";
import type { FromHasher, ToHasher } from "./messages.ts";
import { trustedScript } from "./trusted-script.ts";

/** The blob's file was changed, moved or withdrawn since it was chosen. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** The worker could not be started, or it broke. */
export class HasherBroken extends Error {
  override readonly name = "HasherBroken";
}

export interface Hasher {
  /** @throws Unreadable, HasherBroken; the signal's reason when it is aborted */
  digest(blob: Blob, onBytes?: (bytes: number) => void): Promise<string>;
  /** Ends the worker; what is under way is rejected with the reason. */
  close(reason: unknown): void;
}

interface Waiting {
  resolve: (digest: string) => void;
  reject: (reason: unknown) => void;
  onBytes: (bytes: number) => void;
}

/** Starts a worker. It is ended by `close`, in the middle of a file too. */
export function createHasher(): Hasher {
  const worker = new Worker(trustedScript("hash-worker", workerAddress), { type: "module", name: "hash" });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let ended: { reason: unknown } | null = null;
  const close = (reason: unknown) => {
    ended ??= { reason };
    worker.terminate();
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  worker.onerror = () => close(new HasherBroken());
  worker.onmessage = ({ data }: MessageEvent<FromHasher>) => {
    const job = waiting.get(data.id);
    if (job === undefined) return;
    if (data.type === "bytes") return job.onBytes(data.bytes);
    waiting.delete(data.id);
    if (data.type === "digest") job.resolve(data.digest);
    else job.reject(new Unreadable());
  };
  return {
    digest: (blob, onBytes = () => undefined) =>
      new Promise((resolve, reject) => {
        if (ended !== null) return reject(ended.reason);
        const id = ++last;
        waiting.set(id, { resolve, reject, onBytes });
        worker.postMessage({ id, blob } satisfies ToHasher);
      }),
    close,
  };
}
