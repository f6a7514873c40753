/** Reads a file that somebody chose: small ones on the page, others in a worker. */
import type { FileProblem, ReadFile } from "../../../../domain/annotations/exchange/file-rows.ts";
import { annotationImportLimits } from "../../../../protocol/annotation-exchange.ts";
import { trustedScript } from "../../../upload/worker/trusted-script.ts";
import type { ReadOrder } from "./read-worker.ts";
import workerAddress from "./read-worker.ts?worker&url";

const largestOnPage = 1_000_000;
/** A file that takes so long is none that was meant. */
const longestMs = 60_000;

/** @param timezone of the recording @throws when the file cannot be read any more, and the signal's reason */
export async function readChosen(file: File, timezone: string, signal: AbortSignal): Promise<ReadFile | FileProblem> {
  if (file.size > annotationImportLimits.bytes) return { problem: "too large" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  signal.throwIfAborted();
  if (bytes.length > largestOnPage) return inWorker({ bytes, timezone }, signal);
  const { readAnnotationFile } = await import("./read-file.ts");
  return readAnnotationFile(bytes, timezone);
}

function inWorker(order: ReadOrder, signal: AbortSignal): Promise<ReadFile | FileProblem> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trustedScript("annotation-worker", workerAddress), {
      type: "module",
      name: "annotations",
    });
    const stop = () => {
      clearTimeout(timer);
      worker.terminate();
      signal.removeEventListener("abort", abort);
    };
    const abort = () => {
      stop();
      reject(signal.reason);
    };
    const end = (answer: ReadFile | FileProblem) => {
      stop();
      resolve(answer);
    };
    const timer = setTimeout(() => end({ problem: "broken" }), longestMs);
    worker.onmessage = ({ data }: MessageEvent<ReadFile | FileProblem>) => end(data);
    worker.onerror = () => end({ problem: "broken" });
    signal.addEventListener("abort", abort);
    worker.postMessage(order, [order.bytes.buffer]);
  });
}
