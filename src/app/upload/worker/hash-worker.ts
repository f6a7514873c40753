/** Takes digests of blobs, away from the page's thread. */
import { createMD5 } from "hash-wasm";
import { createDigester } from "./digest.ts";
import type { FromHasher, ToHasher } from "./messages.ts";

/** Progress is told after so many bytes. */
const toldBytes = 8 * 1024 * 1024;

const digester = Promise.all([createMD5(), createMD5()]).then(([small, large]) => createDigester(small, large));
const tell = (message: FromHasher) => self.postMessage(message);

self.onmessage = async ({ data: { id, blob } }: MessageEvent<ToHasher>) => {
  let untold = 0;
  const onBytes = (bytes: number) => {
    untold += bytes;
    if (untold < toldBytes) return;
    tell({ type: "bytes", id, bytes: untold });
    untold = 0;
  };
  try {
    const digest = await (await digester).digest(blob, onBytes);
    tell({ type: "bytes", id, bytes: untold });
    tell({ type: "digest", id, digest });
  } catch (error) {
    // The only thing of the outside world that can fail here is the reading; anything else is an error of the worker.
    if (!(error instanceof DOMException)) throw error;
    tell({ type: "unreadable", id });
  }
};
