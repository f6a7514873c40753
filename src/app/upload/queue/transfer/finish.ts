/** The end of an upload: the server takes it over. */

import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { checkCancelStatus, finishUpload } from "../../../../protocol/uploads.ts";
import { ApiFailure } from "../../../session/index.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { ask, endOf, isTransientFailure, within } from "./ask.ts";
import { UploadCanceled, UploadFailed } from "./failures.ts";
import { persist } from "./retry.ts";

/** Spec 000 section 7: a 504 is tolerated; the server may still be at it. */
const gatewayTimeout = 504;
/** So long without a result it is asked to finish again, which does no harm. */
const patienceMs = 60_000;

/** @throws as `ask` */
export async function finish(
  tools: UploadQueueDeps,
  { uploadId, isEncrypted, signal }: { uploadId: number; isEncrypted: boolean; signal: AbortSignal },
): Promise<void> {
  const body = { upload_id: uploadId, encrypt: isEncrypted };
  const isSlow = (error: unknown) => error instanceof ApiFailure && error.status === gatewayTimeout;
  for (;;) {
    try {
      const attempt = () => tools.call(finishUpload, body, within(signal));
      const isTransient = (error: unknown) => isTransientFailure(error) && !isSlow(error);
      await persist(attempt, { isTransient, kind: "server" }, tools, signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!isSlow(error)) throw endOf(error);
    }
    if (await isTakenOver(tools, uploadId, signal)) return;
  }
}

async function isTakenOver(tools: UploadQueueDeps, uploadId: number, signal: AbortSignal): Promise<boolean> {
  const news = tools.followUpload(uploadId);
  const until = tools.nowMs() + patienceMs;
  try {
    for (;;) {
      const { canceled, status } = await ask(tools, checkCancelStatus, { upload_id: uploadId }, signal);
      if (canceled) throw new UploadCanceled();
      if (status === "FAILED") throw new UploadFailed(uploadQueueText.outcome.failedUnreported, "none");
      if (status === "PROCESSING" || status === "SUCCESS") return true;
      const leftMs = until - tools.nowMs();
      if (leftMs <= 0) return false;
      await news.next(leftMs, signal);
    }
  } finally {
    news.end();
  }
}
