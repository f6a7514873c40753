/** What the Uploads tab says. The wording of columns and kinds of messages follows spec 000 sections 2 and 3. */

import { abandonedUploadDays } from "../upload-limits.ts";
import type { MessageKind, UploadItemState, UploadKind, UploadStatus } from "../uploads.ts";
import { apart } from "./apart.ts";

export const uploadsTabText = {
  label: "Uploads",
  columns: { _timestamp: "Uploaded", email: "Uploaded By", combined_message: "Most Recent Message" },
  zone: (timezone: string) => `Times in ${timezone}`,
  emptyHint: "Nothing was uploaded for this patient through the browser yet. Upload data begins here.",
  /** For who may not upload. */
  emptyView: "Nothing was uploaded for this patient through the browser yet.",
  upload: "Upload data",
  underWay: "Uploads under way",
  progress: (when: string) => `Upload of ${when}`,
  percent: (status: string, percent: number) => `${status} · ${percent} %`,
  kinds: {
    info: "Info",
    success: "Success",
    error: "Error",
    warning: "Warning",
    canceled: "Canceled",
  } satisfies Record<MessageKind, string>,
  statuses: {
    CREATED: "Preparing",
    UPLOADING: "Uploading",
    PROCESSING: "Processing",
    SUCCESS: "Complete",
    FAILED: "Failed",
    CANCELED: "Canceled",
  } satisfies Record<UploadStatus, string>,
  /** Of a transfer that gave no sign of life for some minutes. */
  interrupted: {
    status: "Interrupted",
    /** `email`: of the uploader, the only one who can. */
    goOn: (since: string, email: string) =>
      `Nothing was heard of this transfer since ${since}. ${email} can go on with it in any browser, on a computer that has the files: after signing in, or after loading the page anew, the list of uploads at the bottom right asks for them. What was sent is kept. Without another sign of life the upload is canceled after ${abandonedUploadDays} days.`,
    /** Nothing of it was sent. */
    again: (since: string, email: string) =>
      `Nothing was heard of this upload since ${since}, and nothing of it was sent. ${email} has to upload the data again.`,
  },
  dialog: {
    title: (when: string) => `Upload of ${when}`,
    close: "Close",
    loading: "Loading the upload",
    status: "Status",
    by: "Uploaded by",
    begun: "Begun",
    finished: "Transferred",
    completed: "Completed",
    items: "Directories and files",
    noItems: "This upload holds a form and no data.",
    removed: "Removed before sending",
    superseded: "A later upload took its place.",
    messages: "Messages",
    /** Beside the status, which says nothing of them. */
    warnings: (n: number) => `${n} ${n === 1 ? "warning" : "warnings"}`,
    noMessages: "There are no messages.",
    log: "Download log",
    noLog: "There is no log of this upload.",
    retry: "Retry",
    retryOf: (name: string) => `Retry ${apart(name)}`,
    retried: "It will be read again.",
  },
  itemKinds: {
    cns: "CNS",
    natus: "Natus",
    medications: "Medications",
    edf: "EDF",
  } satisfies Record<UploadKind, string>,
  itemStates: {
    waiting: "Waiting",
    ingesting: "Reading",
    done: "Complete",
    failed: "Failed",
    canceled: "Canceled",
  } satisfies Record<UploadItemState["state"], string>,
  /** Of a part that was received and cannot be read now. */
  waits: {
    room: "There is no room on the server to read this. Reading begins by itself as soon as there is.",
    calm: (when: string) =>
      `Reading was interrupted several times because the server ended. It is tried again by itself${when === "" ? "" : ` at ${when}`}.`,
  },
  replaced: "Replaced",
} as const;
