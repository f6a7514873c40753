import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { newsLimits } from "../../protocol/news.ts";
import { useSession } from "../session/index.ts";
import { news } from "./page-news.ts";
import { useSight } from "./sight.ts";

/**
 * Reads what is kept under `name` anew when patients change; with a key only for this one, with null for none. Several
 * pieces of news are one question. It reads anew when the page is seen again.
 */
export function usePatientNews(name: string, patientKey?: number | null): void {
  const queries = useQueryClient();
  const isSeen = useSight();
  const wasSeen = useRef(true);
  const isNeeded = patientKey !== null;
  useEffect(() => {
    if (!isNeeded) return;
    if (!isSeen) {
      wasSeen.current = false;
      return;
    }
    if (!wasSeen.current) void queries.invalidateQueries({ queryKey: [name] });
    wasSeen.current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = news.listen(({ patient_keys }) => {
      const isMeant = patientKey === undefined || patient_keys === null || patient_keys.includes(patientKey as number);
      if (!isMeant || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: [name] });
      }, Math.random() * newsLimits.spreadMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [queries, name, patientKey, isNeeded, isSeen]);
  const { token, workspaceId: workspace } = useSession();
  useEffect(() => news.authorise({ token, workspaceId: workspace }), [token, workspace]);
}
