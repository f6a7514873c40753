import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { MovedWork, WorkKind } from "../../protocol/progress.ts";
import { followWork } from "./page-news.ts";
import { useSight } from "./sight.ts";

/** Writes into what is shown how far work is. A function of the module: it is not made anew with each drawing. */
export type WorkWriter = (queries: QueryClient, moved: readonly MovedWork[]) => void;

/**
 * Follows the work of these patients, of which the screen shows that it is under way. What is more than a number comes as news
 * of the patient (`usePatientNews`), once when following begins and whenever work begins, ends or dies.
 */
export function useWork(patientKeys: readonly number[], write?: WorkWriter): void {
  const queries = useQueryClient();
  const isSeen = useSight();
  const keys = [...patientKeys].sort((a, b) => a - b).join(" ");
  useEffect(() => {
    if (!isSeen || keys === "") return;
    const patient_keys = keys.split(" ").map(Number);
    return followWork({ patient_keys, upload_ids: [] }, ({ moved }) => moved.length > 0 && write?.(queries, moved));
  }, [queries, keys, isSeen, write]);
}

/** What was told of one piece of work, if anything was. */
export const movedOf = (moved: readonly MovedWork[], kind: WorkKind, id: number): MovedWork | undefined =>
  moved.find((one) => one.kind === kind && one.id === id);
