/** Pure rules of the inventory (spec 001 section 4, Prefetch): order, places in the queue, and sums. */
import type { PrefetchDirectory, PrefetchInventory } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import type { CopyFailure } from "./types.ts";

/** A reservation of the workspace, seen from all servers that answer users. */
export interface ReservedFile {
  recordingId: number;
  patientKey: number;
  projectId: number;
  site: string;
  patientId: string;
  name: string;
  size: number;
  /** Least of the servers. */
  percent: number;
  isLoading: boolean;
  failure: CopyFailure | null;
  isInReview: boolean;
  /** Of the caller's projects and sites. */
  isSeen: boolean;
}

interface Placed extends ReservedFile {
  place: number;
  patientsAhead: number;
}

const isDone = ({ percent }: ReservedFile) => percent === 100;
/** It neither holds others up nor stands in the line until it is tried again. */
const isStuck = ({ failure, isLoading }: ReservedFile) => failure !== null && !isLoading;

/** `files`: all of the workspace, first come first. */
function placed(files: readonly ReservedFile[]): Placed[] {
  const before = new Set<number>();
  let waiting = 0;
  return files.map((file) => {
    const isPending = !isDone(file) && !isStuck(file);
    const patientsAhead = isPending ? before.size - Number(before.has(file.patientKey)) : 0;
    const place = isPending && !file.isLoading ? ++waiting : 0;
    if (isPending) before.add(file.patientKey);
    return { ...file, place, patientsAhead };
  });
}

const directoryOf = (file: Placed): PrefetchDirectory => ({
  site: file.site,
  patient_id: file.patientId,
  name: file.name,
  size: file.size,
  data_object_id: file.recordingId,
  in_queue_order: file.place,
  patients_ahead: file.patientsAhead,
  percent_loaded: file.percent,
  disabled: file.isInReview,
  error: isDone(file) || file.failure === null ? null : prefetchText.refused[file.failure],
});

const sizeOf = (files: readonly ReservedFile[]) => files.reduce((sum, { size }) => sum + size, 0);

/** What the caller sees: loaded first, then in the order of the queue. */
export function inventoryOf(files: readonly ReservedFile[], maxBytes: number): PrefetchInventory {
  const seen = placed(files).filter(({ isSeen }) => isSeen);
  return {
    directories: [...seen.filter(isDone), ...seen.filter((file) => !isDone(file))].map(directoryOf),
    current_size: sizeOf(files),
    unseen_size: sizeOf(files.filter(({ isSeen }) => !isSeen)),
    max_total_size: maxBytes,
  };
}

/** Files of a project that the caller sees and that are not complete, first come first. */
export const queueOf = (files: readonly ReservedFile[], projectId: number): PrefetchDirectory[] =>
  placed(files)
    .filter((file) => file.isSeen && file.projectId === projectId && !isDone(file))
    .map(directoryOf);
