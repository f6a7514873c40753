import { type Dispatch, useEffect } from "react";
import { getPatient } from "../../protocol/patients.ts";
import { getQueue, prefetchLimits } from "../../protocol/prefetch.ts";
import { call, ServerUnreachable } from "../session/index.ts";
import type { PrefetchEvent } from "./use-prefetch-state.ts";

export interface QueuePlace {
  dataObjectId: number;
  /** Its patient; 0 or undefined when not known. */
  patientKey: number | undefined;
  isWaiting: boolean;
  tell: Dispatch<PrefetchEvent>;
}

/** While the recording waits, asks each second for the queue of its project (spec 001 sections 4 and 9). */
export function usePrefetchQueue({ dataObjectId, patientKey = 0, isWaiting, tell }: QueuePlace): void {
  useEffect(() => {
    if (!isWaiting || patientKey === 0) return;
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let projectId: number | null = null;
    const ask = async () => {
      try {
        projectId ??= (await call(getPatient, { patient_primary_key: patientKey }, end.signal)).project_id;
        const { directories } = await call(getQueue, { study_id: projectId }, end.signal);
        if (!end.signal.aborted) tell({ kind: "queue", dataObjectId, directories });
      } catch (error) {
        const directories = error instanceof ServerUnreachable ? "unreachable" : "failed";
        if (!end.signal.aborted) tell({ kind: "queue", dataObjectId, directories });
      }
      if (!end.signal.aborted) timer = setTimeout(ask, prefetchLimits.inventoryPollMs);
    };
    void ask();
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [dataObjectId, patientKey, isWaiting, tell]);
}
