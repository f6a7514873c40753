/** The page's door to recorded signals. */
import { memory } from "../signal/memory.ts";
import { FeedClient, type Port } from "./client.ts";
import workerAddress from "./data-worker.ts?worker&url";
import { nextAnimationFrame } from "./frame-gate.ts";
import type { FromWorker } from "./messages.ts";
import { feedTexts } from "./texts.ts";
import type { Credentials, Feed } from "./types.ts";

export type * from "./types.ts";

/**
 * Starts the data worker, which connects to the data query socket of `url` (default: where the page came from) with the
 * credentials and stays connected until disposed. In a cross-origin isolated page tiles lie in the core's memory, else they are copied.
 */
export function createFeed({ url = location.origin, ...credentials }: Credentials & { url?: string }): Feed {
  const worker = new Worker(trusted(workerAddress), { type: "module", name: "data" });
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
  return new FeedClient(port, nextAnimationFrame, {
    url,
    credentials,
    memory: crossOriginIsolated ? memory : null,
  });
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
