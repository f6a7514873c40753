/** Sentences of the upload queue, its dialogs and its panel (spec 000 sections 2, 4 and 8). */
import { apart } from "./apart.ts";

/** "1 file", "2 files". */
const files = (n: number) => `${n.toLocaleString("en-US")} ${n === 1 ? "file" : "files"}`;
const ordinals = new Intl.PluralRules("en-US", { type: "ordinal" });
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
const many = (n: number, rest: string) => `${n} ${n === 1 ? "upload" : "uploads"} ${rest}`;

export const uploadQueueText = {
  titles: {
    inQueue: "Upload in queue",
    inProgress: "Upload in progress",
    complete: "Upload complete",
    failed: "Upload failed",
    canceled: "Upload canceled",
    interrupted: "Upload interrupted",
  },
  stages: {
    preparing: "Preparing files",
    waitingToPrepare: "Waiting to prepare files...",
    uploading: "Uploading",
    waitingToUpload: "Waiting to upload files...",
    outcome: { waiting: "Waiting", active: "In progress", complete: "Complete", failed: "Failed" },
    /** "31 of 34 files" */
    count: (done: number, total: number) => `${done.toLocaleString("en-US")} of ${files(total)}`,
    percent: (percent: number) => `${percent} %`,
    left: (time: string) => `${time} left`,
  },
  outcome: {
    success: "Your upload was successful! You will receive an email when your data is ready for review.",
    failed:
      "Your upload has failed. We apologize for the inconvenience. A message has been sent to the support team. We will investigate this issue.",
    /** Nobody could be told: nothing was begun on the server, or it cannot be reached. */
    failedUnreported: "Your upload has failed.",
    canceled: "Upload has been canceled",
  },
  reasons: {
    noPatientInfo: "No patient info found",
    encryption: "Encryption failed",
    offline: "Internet Connection was cut off",
    offlineHint: "The upload goes on by itself when the connection is back.",
    changed: (name: string) =>
      `"${apart(name)}" was changed, moved or can no longer be read since it was chosen. Please choose it again.`,
    md5: (name: string) => `"${apart(name)}" did not arrive as it was sent, twice.`,
    form: "The form did not arrive as it was sent.",
    unreachable:
      "The server or the store could not be reached for ten minutes. What was sent is kept: the upload can be continued later.",
    refused: (status: number) => `The store refused a file (${status}).`,
    cancelUntold: "The server cannot be reached and will be told as soon as it answers.",
    outdated: "This page is older than the server. Please open it again.",
    noWorker: "This browser could not start the part that prepares files. Please open the page again.",
  },
  /** What hinders an upload under way, and when it is tried again. */
  hindrances: {
    server: "The server does not answer.",
    store: "The files cannot be sent at the moment.",
    full: "There is no space left on the server. The upload goes on by itself when there is.",
    again: (seconds: number) =>
      `Trying again in ${seconds >= 90 ? `${Math.round(seconds / 60)} min` : `${seconds} s`}.`,
    now: "Trying again now...",
    still: "No data is moving. The connection may be interrupted.",
    stillFor: (seconds: number) => `For ${seconds} s.`,
  },
  dialog: {
    close: "Close",
    cancelUpload: "Cancel upload",
    another: "Close and upload another patient",
    moveToProgress: "Move to progress",
    stayOpen: "Keep this page open until the upload is complete. You can go on working in it.",
    /** Of an upload that takes longer than a session without its user. */
    stayActive: (minutes: number) =>
      `Come back before then: ${minutes} minutes without a key press or a movement of the pointer end your session, and the upload stops. After the next login it goes on where it stopped, once its files are chosen again.`,
    items: "What is uploaded",
    queueHint: "Uploads run one after the other, in this order.",
    /** "1st in queue" */
    position: (n: number) => `${n}${suffixes[ordinals.select(n)] ?? "th"} in queue`,
    nowRunning: "In progress",
  },
  /** From a complete upload to its patient. */
  way: {
    data: "Open the data",
    forms: "Open the forms",
    of: (text: string, label: string) => `${text}: ${apart(label)}`,
  },
  confirmCancel: {
    title: "Cancel upload?",
    text: "The upload will be stopped and the data that was already sent will be removed.",
    yes: "Yes, cancel upload",
    no: "No, continue upload",
  },
  confirmRemove: {
    title: "Remove upload?",
    text: "This upload has not begun. It will be removed from the queue.",
    yes: "Yes, remove",
    no: "No, keep it",
  },
  confirmChanged: {
    title: "Files were changed",
    text: (paths: string) =>
      `Since they were chosen for this upload, these files were saved again, have another size, or are new: ${paths}. Should they be uploaded as they are now?`,
    yes: "Yes, upload them",
    no: "No, do not upload",
    /** "a, b and 3 more" */
    more: (paths: string, n: number) => `${paths} and ${n.toLocaleString("en-US")} more`,
  },
  panel: {
    region: "Uploads",
    list: "Uploads of this page",
    close: "Close the list of uploads",
    closeHint: "The list can be closed when all uploads are finished.",
    minimise: "Minimize the list of uploads",
    restore: "Show the list of uploads",
    remove: (label: string) => `Remove the upload for ${apart(label)} from the queue`,
    cancel: (label: string) => `Cancel the upload for ${apart(label)}`,
    details: (label: string) => `Show the upload for ${apart(label)}`,
    /** "1042 at Northgate Medical Center", cut afterwards. */
    label: (patient: string, site: string) => `${apart(patient)} at ${apart(site)}`,
    inProgress: (n: number) => many(n, "in progress..."),
    complete: (n: number) => many(n, "complete"),
    failed: (n: number) => many(n, "failed"),
    canceled: (n: number) => many(n, "canceled"),
    interrupted: (n: number) => many(n, "interrupted"),
    waiting: "In queue",
    preparing: "Preparing",
    uploading: "Uploading",
    checking: "Checking what was already sent",
    /** `percent`: that the server has. */
    checkingAt: (percent: string) => `Checking what was already sent: ${percent}`,
    finishing: "Finishing",
    paused: "Paused: no connection",
    done: "Complete",
  },
  interrupted: {
    chooseFolder: "Choose the folder again",
    chooseFiles: "Choose the files again",
    cancel: "Cancel upload",
    remove: "Remove",
    notBegun: "Not begun",
    sent: (percent: number) => `${percent} % sent`,
    /** A page that was left takes its hold of the files with it. */
    hint: (names: string) => `Needs its files again: ${names}`,
    form: "Its form is not kept and is not sent. Please fill it in again.",
    looking: "Looking at the files...",
    /** `names`: of what is still missing. */
    notThere: (names: string) => `Not found among the chosen files, or changed since: ${names}`,
    changed: "The chosen files are not those of this upload: some were changed since.",
    gone: "This upload does not exist any more.",
  },
} as const;
