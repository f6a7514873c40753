/** While files are on their way the server is told how far it is; it then knows that somebody is there. */
import { modifyUpload } from "../../../../protocol/uploads.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { endOf } from "./ask.ts";
import { UploadCanceled, UploadFailed } from "./failures.ts";

const everyMs = 10_000;

/** Tells now and every ten seconds; `stop` is told when the upload was canceled elsewhere or is no more. Returns the end. */
export function tellProgress(
  tools: UploadQueueDeps,
  uploadId: number,
  fraction: () => number,
  stop: (reason: unknown) => void,
): () => void {
  const tell = () => {
    tools.call(modifyUpload, { upload_id: uploadId, progress: fraction() }).catch((error: unknown) => {
      const end = endOf(error);
      // No answer is no refusal: the transfer itself will see to that.
      if (
        end instanceof UploadCanceled ||
        (end instanceof UploadFailed && (error as { status?: number }).status === 404)
      )
        stop(end);
    });
  };
  const timer = setInterval(tell, everyMs);
  tell();
  return () => clearInterval(timer);
}
