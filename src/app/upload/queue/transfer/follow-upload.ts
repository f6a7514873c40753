/** News of one own upload, for who waits for the server to be done with it. */
import { followWork } from "../../../news/index.ts";
import { pause } from "./connection.ts";

export interface UploadNews {
  /** Resolves when something has changed since the last time, or after `ms`. @throws the signal's reason */
  next(ms: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

export function followUpload(uploadId: number): UploadNews {
  let hasNews = false;
  let wake: (() => void) | null = null;
  const end = followWork({ patient_keys: [], upload_ids: [uploadId] }, ({ upload_ids }) => {
    if (!upload_ids.includes(uploadId)) return;
    hasNews = true;
    wake?.();
  });
  return {
    async next(ms, signal) {
      const rest = new AbortController();
      wake = () => rest.abort();
      if (!hasNews) await pause(ms, AbortSignal.any([signal, rest.signal])).catch(() => undefined);
      wake = null;
      hasNews = false;
      signal.throwIfAborted();
    },
    end,
  };
}
