/** Asks a worker whether a workbook or a text can be opened. */
import { trustedScript } from "../worker/trusted-script.ts";
import type { SheetAnswer } from "./open-sheet.ts";
import type { SheetOrder } from "./sheet-worker.ts";
import workerAddress from "./sheet-worker.ts?worker&url";

const longestMs = 60_000;

/** What takes a minute, or all memory, counts as unreadable. @throws the signal's reason when it is aborted */
export function trySheet(bytes: ArrayBuffer, isWhole: boolean, signal?: AbortSignal): Promise<SheetAnswer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(trustedScript("sheet-worker", workerAddress), { type: "module", name: "sheet" });
    const timer = setTimeout(() => end("unreadable"), longestMs);
    const stop = () => {
      clearTimeout(timer);
      worker.terminate();
      signal?.removeEventListener("abort", abort);
    };
    const end = (answer: SheetAnswer) => {
      stop();
      resolve(answer);
    };
    const abort = () => {
      stop();
      reject(signal?.reason);
    };
    worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => end(data);
    worker.onerror = () => end("unreadable");
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    else worker.postMessage({ bytes, isWhole } satisfies SheetOrder, [bytes]);
  });
}
