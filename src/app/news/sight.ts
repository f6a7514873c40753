/** Whether somebody can see the page: one that nobody sees holds no socket, for sockets of a user are counted. */
import { useSyncExternalStore } from "react";

export const inSight = (): boolean => document.visibilityState === "visible";

const watchSight = (tell: () => void) => {
  document.addEventListener("visibilitychange", tell);
  return () => document.removeEventListener("visibilitychange", tell);
};

export const useSight = (): boolean => useSyncExternalStore(watchSight, inSight);
