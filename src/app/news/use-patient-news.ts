import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { newsLimits } from "../../protocol/news.ts";
import { useSession } from "../session/index.ts";
import { news } from "./page-news.ts";

const inSight = () => document.visibilityState === "visible";
const watchSight = (tell: () => void) => {
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
};

/**
 * Reads what is kept under `name` anew when patients change; with a key only for this one. Several pieces of news are one
 * question. A page nobody sees holds no socket: sockets of a user are counted. It reads anew when it is seen again. Returns the milliseconds after which to ask without news: false while the socket is there.
 */
export function usePatientNews(name: string, patientKey?: number): number | false {
  const queries = useQueryClient();
  const isConnected = useSyncExternalStore(news.watch, news.isConnected);
  const isSeen = useSyncExternalStore(watchSight, inSight);
  const wasSeen = useRef(true);
  useEffect(() => {
    if (!isSeen) {
      wasSeen.current = false;
      return;
    }
    if (!wasSeen.current) void queries.invalidateQueries({ queryKey: [name] });
    wasSeen.current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = news.listen(({ patient_keys }) => {
      const isMeant = patientKey === undefined || patient_keys === null || patient_keys.includes(patientKey);
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
  }, [queries, name, patientKey, isSeen]);
  const { token, workspaceId: workspace } = useSession();
  useEffect(() => news.authorise({ token, workspaceId: workspace }), [token, workspace]);
  return isConnected ? false : newsLimits.withoutMs;
}
