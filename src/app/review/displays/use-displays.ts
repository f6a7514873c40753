import { useEffect, useState } from "react";
import { proxy, useSnapshot } from "valtio";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { ReviewSearch } from "../../shell/review-search.ts";
import { wantedSpan } from "../wanted-span.ts";
import type { DisplayDocument } from "../workspace-types.ts";
import { documentOf, openingDocument, ownOf, structureOf } from "./display-document.ts";
import type { DisplayStore } from "./display-store.ts";
import type { Chosen } from "./display-store-types.ts";
import type { Shown } from "./follow-display.ts";
import { openDisplayStore } from "./open-display-store.ts";
import { visitedDocument } from "./visited.ts";

/** The displays of a review, as long as it is open. `addressed`: the one that the address names. Null until the first effect ran. */
export function useDisplays(addressed: Chosen | null): DisplayStore | null {
  const [store, setStore] = useState<DisplayStore | null>(null);
  const [first] = useState(addressed);
  useEffect(() => {
    const opened = openDisplayStore(first);
    setStore(opened.store);
    return () => {
      setStore(null);
      opened.close();
    };
  }, [first]);
  return store;
}

const unknown = proxy<Pick<DisplayStore["state"], "status">>({ status: "loading" });

/** Whether it is known what a review opens with: once it is, it stays so. */
export const useAreDisplaysKnown = (store: DisplayStore | null): boolean =>
  useSnapshot(store?.state ?? unknown).status !== "loading";

/** What a review opens with: the view of a link, the chosen display, or one made from what the file holds. */
export function openingOf(
  store: DisplayStore,
  recording: RecordingDetail,
  search: ReviewSearch,
): { document: DisplayDocument; shown: Shown } {
  const { chosen, views, visited } = store.state;
  const shared = visited === null ? null : visitedDocument(visited, wantedSpan(search, recording), search.window);
  if (visited !== null && shared !== null) return { document: shared, shown: { chosen: null, structure: "", visited } };
  const display = chosen === null ? undefined : store.display(chosen);
  const document = display === undefined || chosen === null ? null : documentOf(display, ownOf(views, chosen));
  return document === null || display === undefined
    ? { document: openingDocument(recording), shown: { chosen: null, structure: "" } }
    : { document, shown: { chosen: chosen === null ? null : { ...chosen }, structure: structureOf(display) } };
}
