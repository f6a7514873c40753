import { useEffect, useState } from "react";
import { proxy, useSnapshot } from "valtio";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { DisplayDocument } from "../workspace.ts";
import { documentOf, openingDocument, ownOf, structureOf } from "./display-document.ts";
import type { DisplayStore } from "./display-store.ts";
import type { Shown } from "./follow-display.ts";
import { openDisplayStore } from "./open-display-store.ts";

/** The displays of a review, as long as it is open. Null until the first effect ran. */
export function useDisplays(): DisplayStore | null {
  const [store, setStore] = useState<DisplayStore | null>(null);
  useEffect(() => {
    const opened = openDisplayStore();
    setStore(opened.store);
    return () => {
      setStore(null);
      opened.close();
    };
  }, []);
  return store;
}

const unknown = proxy<Pick<DisplayStore["state"], "status">>({ status: "loading" });

/** Whether it is known what a review opens with: once it is, it stays so. */
export const useAreDisplaysKnown = (store: DisplayStore | null): boolean =>
  useSnapshot(store?.state ?? unknown).status !== "loading";

/** What a review opens with: the chosen display, or one made from what the file holds. */
export function openingOf(
  store: DisplayStore,
  recording: RecordingDetail,
): { document: DisplayDocument; shown: Shown } {
  const { chosen, views } = store.state;
  const display = chosen === null ? undefined : store.display(chosen);
  const document = display === undefined || chosen === null ? null : documentOf(display, ownOf(views, chosen));
  return document === null || display === undefined
    ? { document: openingDocument(recording), shown: { chosen: null, structure: "" } }
    : { document, shown: { chosen: chosen === null ? null : { ...chosen }, structure: structureOf(display) } };
}
