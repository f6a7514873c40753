/** What the queue holds and how far it is. The functions of this folder are its only writers. */
import { proxy } from "valtio";
import type { UploadKind } from "../../../protocol/uploads.ts";
import type { UploadOrder } from "../types.ts";
import type { Trouble } from "./transfer/trouble.ts";

/** Spec 000 section 4, Queue statuses. */
export type ItemStatus = "InQueue" | "Hashing" | "Uploading" | "Done" | "Failed" | "Canceled";

export interface StageProgress {
  outcome: "waiting" | "active" | "complete" | "failed";
  filesDone: number;
  filesTotal: number;
  /** 0..1, by bytes. */
  fraction: number;
  /** Null: not known yet. */
  etaMs: number | null;
}

export interface QueueItem {
  readonly id: number;
  readonly projectId: number;
  readonly siteId: number;
  readonly siteName: string;
  readonly patientIdentifier: string;
  readonly names: readonly { readonly kind: UploadKind; readonly name: string }[];
  status: ItemStatus;
  /** Null: nothing on the server yet. */
  uploadId: number | null;
  /** It goes on with what the server has of it: `uploading` begins there. */
  isResumed: boolean;
  preparing: StageProgress;
  uploading: StageProgress;
  /** Requests fail and are tried again. */
  trouble: Trouble | null;
  /** When bytes moved last, by the clock of the tools; null before they did. */
  movedMs: number | null;
  /** Everything was sent; the server is taking over. */
  isFinishing: boolean;
  /** The outcome in the words of spec 000 section 8. */
  message: string | null;
  /** Why it failed, where there is more to say. */
  reason: string | null;
}

/** An upload of this user that was begun, or waited, in a page that is no more. */
export interface Interrupted {
  readonly key: string;
  /** Null: it was not begun, the server knows nothing of it. */
  readonly uploadId: number | null;
  /** Of the queue it waited in; null for one that was begun. */
  readonly entryId: number | null;
  readonly projectId: number;
  readonly siteId: number;
  readonly siteName: string;
  readonly patientIdentifier: string;
  readonly itemNames: readonly string[];
  /** A form belonged to it that has to be filled in again. */
  readonly hasForm: boolean;
  /** 0..1 of its bytes, by what the server has; null: not known yet, or nothing. */
  sentFraction: number | null;
  /** The chosen files are being looked at. */
  isBusy: boolean;
  message: string | null;
}

export const queue = proxy({
  /** In the order they were queued; the first live one is the head. */
  items: [] as QueueItem[],
  interrupted: [] as Interrupted[],
  isMinimised: false,
  /** No connection: the transfer waits. */
  isOffline: false,
  /** The upload whose dialog is open: the queue dialog while it waits or others do, else the progress dialog. */
  shown: null as { id: number; isInProgress: boolean } | null,
});

const liveStatuses: readonly ItemStatus[] = ["InQueue", "Hashing", "Uploading"];
/** Neither done, failed nor canceled. */
export const isLive = ({ status }: Pick<QueueItem, "status">): boolean => liveStatuses.includes(status);

type QueuedPatient = Pick<QueueItem, "projectId" | "siteId" | "patientIdentifier">;
/** Whether an upload is for this patient. */
export const isFor = (item: QueuedPatient, { projectId, siteId, patientIdentifier }: QueuedPatient): boolean =>
  item.projectId === projectId && item.siteId === siteId && item.patientIdentifier === patientIdentifier;
/** Whether an earlier upload of the queue, which is done, made the patient of an order for a new one. */
export const isMade = ({ project, site, patient }: UploadOrder): boolean => {
  const wanted = { projectId: project.id, siteId: site.id, patientIdentifier: patient.identifier };
  return queue.items.some((item) => item.status === "Done" && isFor(item, wanted));
};

/** The first that is not settled: the only one that is worked on. */
export const headOf = <Item extends Pick<QueueItem, "status">>(items: readonly Item[]): Item | undefined =>
  items.find(isLive);

const newStage = (filesTotal: number): StageProgress => ({
  outcome: "waiting",
  filesDone: 0,
  filesTotal,
  fraction: 0,
  etaMs: null,
});

export const newItem = (id: number, { project, site, patient, sources }: UploadOrder): QueueItem => {
  const filesTotal = sources.reduce((sum, { files }) => sum + files.length, 0);
  return {
    id,
    projectId: project.id,
    siteId: site.id,
    siteName: site.name,
    patientIdentifier: patient.identifier,
    names: sources.map(({ kind, name }) => ({ kind, name })),
    status: "InQueue",
    uploadId: null,
    isResumed: false,
    preparing: newStage(filesTotal),
    uploading: newStage(filesTotal),
    trouble: null,
    movedMs: null,
    isFinishing: false,
    message: null,
    reason: null,
  };
};
