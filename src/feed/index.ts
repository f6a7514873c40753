/** The page's door to recorded signals. */
import { memory } from "../signal/memory.ts";
import { FeedClient, type Port } from "./client/client.ts";
import { nextAnimationFrame } from "./client/frame-gate.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import type { Credentials, Feed } from "./types.ts";
import workerAddress from "./worker/data-worker.ts?worker&url";
import { feedTexts } from "./worker/texts.ts";

export type * from "./types.ts";

/** Of a page that may share it, in a browser that can: some are isolated and have no shared buffers. */
const sharedMemory = () => (crossOriginIsolated && typeof SharedArrayBuffer === "function" ? memory : null);
const startWorker = () => new Worker(trusted(workerAddress), { type: "module", name: "data" });
let spare: Worker | null = null;

/** Starts a data worker and loads its engine for the feed that is created next, while it is not yet known what for. */
export function prepareFeed(): void {
  if (spare !== null) return;
  spare = startWorker();
  spare.onerror = () => {
    spare = null; // whoever creates the feed starts another, and is told why it cannot work
  };
  spare.postMessage({ type: "prepare", memory: sharedMemory() } satisfies ToWorker);
}

/**
 * Starts the data worker, which connects to the data query socket of `url` (default: where the page came from) with the
 * credentials and stays connected until disposed. In a cross-origin isolated page tiles lie in the core's memory, else they are copied.
 */
export function createFeed({ url = location.origin, ...credentials }: Credentials & { url?: string }): Feed {
  const worker = spare ?? startWorker();
  spare = null;
  const port: Port = {
    post: (message) => worker.postMessage(message),
    onMessage: () => {},
    close: () => worker.terminate(),
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => port.onMessage(data);
  worker.onerror = (event) => {
    console.error("feed.worker_failed", event.message);
    port.onMessage({ type: "broken", message: feedTexts.engineFailed });
  };
  return new FeedClient(port, nextAnimationFrame, { url, credentials, memory: sharedMemory() });
}

let vouched: string | undefined;

/** The worker's own address, vouched for (once a page) where the security policy demands trusted types. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  vouched ??= trustedTypes
    .createPolicy("data-worker", { createScriptURL: () => address })
    .createScriptURL(address) as unknown as string;
  return vouched;
}

/** The little of Trusted Types that is used here; the DOM library does not have them yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): object };
}
