import { useEffect, useState } from "react";
import { proxy, useSnapshot } from "valtio";
import type { MontageState, MontageStore } from "./montage-store.ts";
import { openMontageStore } from "./open-montage-store.ts";

/** The montages of a review, as long as it is open. Null until the first effect ran. */
export function useMontages(): MontageStore | null {
  const [store, setStore] = useState<MontageStore | null>(null);
  useEffect(() => {
    const opened = openMontageStore();
    setStore(opened.store);
    return () => {
      setStore(null);
      opened.close();
    };
  }, []);
  return store;
}

const unknown = proxy<Pick<MontageState, "status">>({ status: "loading" });

/** Whether it is known which montages there are, or that they cannot be had: once it is, it stays so. */
export const useAreMontagesKnown = (store: MontageStore | null): boolean =>
  useSnapshot(store?.state ?? unknown).status !== "loading";
