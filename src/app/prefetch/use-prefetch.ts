import { type Dispatch, useCallback, useEffect, useReducer, useRef } from "react";
import { sessionToken, useSession, workspaceId } from "../session/index.ts";
import type { PrefetchSocket } from "./prefetch-socket.ts";
import { takePrefetch } from "./prepared-prefetch.ts";
import { usePrefetchQueue } from "./use-prefetch-queue.ts";
import { firstState, nextState, type PrefetchEvent, type PrefetchState } from "./use-prefetch-state.ts";

export interface Prefetch {
  readonly state: PrefetchState;
  /** The review may be shown. */
  readonly isOver: boolean;
  /** Takes the reservation back and lets the review be shown. */
  skip(): void;
  tryAgain(): void;
  /** For the hooks of this folder, and for the problem on the screen that was read. */
  readonly tell: Dispatch<PrefetchEvent>;
}

/**
 * Reserves a recording for as long as the component lives and follows its loading (spec 001 sections 2.3 and 4). It asks
 * by the id of the address, beside what the page reads about the recording, so that nothing waits for it that need not.
 * `recording`: what is known of it so far.
 */
export function usePrefetch(
  dataObjectId: number,
  recording: { readonly isReady: boolean; readonly patientKey: number | undefined },
): Prefetch {
  const [state, tell] = useReducer(nextState, firstState);
  const socket = useRef<PrefetchSocket | null>(null);
  const { stage, refusal, progress, connection } = state;

  useEffect(() => {
    const opened = takePrefetch({
      url: location.origin,
      credentials: { token: sessionToken(), workspaceId: workspaceId() },
      dataObjectId,
      onState: (next) => tell({ kind: "connection", state: next }),
      onAnswer: (answer) => tell({ kind: "answer", answer }),
      onProgress: (said) => tell({ kind: "progress", progress: said }),
    });
    socket.current = opened;
    return () => {
      socket.current = null;
      opened.close();
    };
  }, [dataObjectId]);

  const { token, workspaceId: workspace } = useSession();
  useEffect(() => {
    if (token !== null) socket.current?.authorise({ token, workspaceId: workspace });
  }, [token, workspace]);

  const tryAgain = useCallback(() => {
    tell({ kind: "again" });
    socket.current?.ask();
  }, []);
  // It was asked for while it was still being imported: then there was nothing to reserve.
  const { isReady, patientKey } = recording;
  const isLate = isReady && refusal === "not_found";
  const hasAskedLate = useRef(false);
  useEffect(() => {
    if (!isLate || hasAskedLate.current) return;
    hasAskedLate.current = true;
    tryAgain();
  }, [isLate, tryAgain]);

  const isWaiting = stage === "start" && connection === "connected" && progress?.waiting === true;
  usePrefetchQueue({ dataObjectId, patientKey, isWaiting, tell });

  return {
    state,
    isOver: stage === "finished" || stage === "skip",
    skip: useCallback(() => {
      tell({ kind: "skip" });
      socket.current?.close();
    }, []),
    tryAgain,
    tell,
  };
}
