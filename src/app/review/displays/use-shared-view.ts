import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getSharedView } from "../../../protocol/shared-views.ts";
import { sharedViewText } from "../../../protocol/text/shared-view-text.ts";
import { call, isNotFound, reasonOf } from "../../session/index.ts";
import type { DisplayStore } from "./display-store.ts";

export interface OpenedLink {
  /** It is known whether there is a view to show. */
  readonly isKnown: boolean;
  /** Why the view of the link is not shown; null: it is, or there is no link. */
  readonly notice: string | null;
  /** Asks again; null where that would not help. */
  readonly tryAgain: (() => void) | null;
}

/** Fetches the view that the address named when the review was opened, and has the store show it, once. */
export function useSharedView(key: string | undefined, recordingId: number, store: DisplayStore | null): OpenedLink {
  const [asked] = useState(key);
  const { data, error, refetch } = useQuery({
    queryKey: ["shared-view", recordingId, asked],
    queryFn: ({ signal }) => call(getSharedView, { data_object_id: recordingId, key: asked ?? "" }, signal),
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shownBy = useRef<DisplayStore | null>(null);
  useEffect(() => {
    if (store === null || data === undefined || asked === undefined || shownBy.current === store) return;
    shownBy.current = store;
    store.visit({ ...data, key: asked });
  }, [store, data, asked]);
  const isGone = isNotFound(error);
  const isLost = data === undefined && error !== null;
  return {
    isKnown: asked === undefined || data !== undefined || error !== null,
    notice: !isLost ? null : isGone ? sharedViewText.gone : sharedViewText.failed(reasonOf(error)),
    tryAgain: isLost && !isGone ? () => void refetch() : null,
  };
}
