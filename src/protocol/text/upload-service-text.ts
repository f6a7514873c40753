/** What the upload service answers and writes into the messages of an upload. The wording follows spec 000 section 8. */

import type { MessageKind, UploadKind, UploadStatus } from "../uploads.ts";
import { apart } from "./apart.ts";

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString("en-US")} ${n === 1 ? one : many}`;

const nouns: Record<UploadKind, readonly [one: string, many: string]> = {
  cns: ["CNS directory", "CNS directories"],
  natus: ["Natus directory", "Natus directories"],
  medications: ["medication file", "medication files"],
  edf: ["EDF file", "EDF files"],
};

const sentence = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

export const uploadServiceText = {
  /** Of foreign uploads too. */
  missing: "Upload does not exist",
  canceled: "Upload has been canceled",
  failed: "This upload has failed.",
  processing: "This upload is already being processed.",
  notStarted: "This upload has not been started.",
  tooManyOpen: (most: number) => `You have ${most} uploads that are not finished. Finish or cancel some of them first.`,

  otherUser: "An upload can be made in your own name only.",
  badZone: "No time zone has this name.",
  badPatientId: "This Patient ID holds characters that cannot be stored.",
  patientMissing: (site: string) => `This Patient ID does not exist in Site ${apart(site)}.`,
  patientExists: (site: string) => `This Patient ID already exists in Site ${apart(site)}.`,

  off: {
    cns: "CNS directories cannot be uploaded here.",
    natus: "Natus directories cannot be uploaded here.",
    medications: "Medication files cannot be uploaded here.",
    edf: "EDF files cannot be uploaded here.",
    form: "Forms cannot be uploaded here.",
  },
  declared: {
    nothing: "There is nothing to upload.",
    otherwise: "This upload was started with other files.",
    badName: "A file or directory has a name that cannot be stored.",
    badNote: "What is said of removed information holds characters that cannot be stored.",
    sameName: "Two files or directories have the same name.",
    badPath: "A file does not lie in its directory.",
    empty: (name: string) => `${apart(name)} holds no files.`,
    notOneFile: (name: string) => `${apart(name)} must be one file.`,
    badMd5: "An md5 does not fit the size of its file.",
    tooLarge: (most: string) =>
      `One upload may hold ${most} at most. Send the files in smaller uploads, one after the other.`,
    overQuota: (most: string) =>
      `Your uploads that are not finished may hold ${most} together. Finish or cancel some of them first.`,
    noRoom:
      "There is no room for so much data. Finish or cancel other uploads first, or ask the support team for more room.",
  },
  fileMissing: "This file is not part of the upload.",
  fileVerified: "This file has already been sent.",
  filesMissing: (n: number) => `${count(n, "file has", "files have")} not been sent completely.`,
  onePart: "This file is sent whole.",
  manyParts: "This file is sent in parts.",
  noSuchPart: "This file does not have so many parts.",
  notEncryptedHere: "Files are not encrypted here.",
  notInfo: "Only patient.info and admission.info are encrypted.",
  notEncrypted: "Encryption failed",
  otherText: "The md5 is not that of the declared file.",
  badSize: "The encrypted file must be 16 bytes longer than the file.",

  itemNotFailed: "Only what has failed can be read again.",

  /** Messages of an upload. */
  began: (items: Readonly<Partial<Record<UploadKind, number>>>, hasForm: boolean) => {
    const parts = (Object.keys(nouns) as UploadKind[]).flatMap((kind) => {
      const n = items[kind] ?? 0;
      return n === 0 ? [] : [count(n, ...nouns[kind])];
    });
    return `The upload of ${sentence([...parts, ...(hasForm ? ["a form"] : [])])} has begun.`;
  },
  received: (files: number) =>
    files === 0 ? "The form was received." : `${count(files, "file was", "files were")} received and checked.`,
  /** `warnings`: how many messages of the upload say what was repaired, left out or has to be checked. */
  ready: (warnings: number) =>
    `The data is ready for review.${warnings === 0 ? "" : ` Please read ${count(warnings, "warning")}.`}`,
  formStored: "The form is stored.",
  partly: (failed: number, all: number) => `${failed} of ${count(all, "item")} could not be read.`,
  allFailed: (n: number) => (n === 1 ? "The item could not be read." : `None of the ${n} items could be read.`),
  gaveUp: "The transfer has failed.",
  canceledByUser: "The upload was canceled.",
  abandoned: (days: number) => `The upload was canceled: nothing was heard of it for ${days} days.`,
  again: (name: string) => `${apart(name)} will be read again.`,

  log: {
    fileName: (uploadId: number) => `upload-${uploadId}.log`,
    upload: (uploadId: number, status: UploadStatus) => `Upload ${uploadId}: ${status}`,
    created: (time: string) => `Created ${time}`,
    finished: (time: string) => `Received ${time}`,
    completed: (time: string) => `Completed ${time}`,
    messages: "Messages",
    message: (time: string, kind: MessageKind, text: string) => `${time} ${kind}: ${text}`,
    items: "Items",
    item: (kind: UploadKind, name: string, state: string) => `${kind} ${apart(name)}: ${state}`,
    removed: (text: string) => `  removed before sending: ${text}`,
    files: "Files",
    file: (path: string, size: number, state: string) => `${path} (${count(size, "byte")}): ${state}`,
  },
} as const;
