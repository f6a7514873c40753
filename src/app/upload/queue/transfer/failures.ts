/** How an upload can end before its end. Anything else that is thrown is a mistake of ours and ends it as failed. */
import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";

/**
 * How the end reads: "reason": the message stands below the usual sentence; "whole": it stands in its place; "none": there is
 * nothing to say beyond the usual sentence.
 */
type Telling = "reason" | "whole" | "none";

/** It cannot succeed. The message is a plain sentence for the user. */
export class UploadFailed extends Error {
  override readonly name = "UploadFailed";
  constructor(
    message: string,
    readonly telling: Telling = "reason",
  ) {
    super(message);
  }
}

/** Canceled: by the user here, or on the server (`uploadCanceledCode`). */
export class UploadCanceled extends Error {
  override readonly name = "UploadCanceled";
  constructor() {
    super(uploadQueueText.outcome.canceled);
  }
}

/** No answer for ten minutes, although the browser says that there is a connection. What was sent is kept. */
export class UploadUnreachable extends Error {
  override readonly name = "UploadUnreachable";
  constructor() {
    super(uploadQueueText.reasons.unreachable);
  }
}

/** The page gives the upload up without a word to the server: the session ended. It can be continued later. */
export class UploadLeft extends Error {
  override readonly name = "UploadLeft";
}
