import { useEffect, useState } from "react";
import type { MontageSource } from "../montages/montage-store.ts";

/** The page of a window in a montage that is not saved yet, in a window of its own; it ends with the component. */
export function usePreview<Window extends Disposable>(
  window: { openPreview(montage: number, source: MontageSource): Window },
  id: number,
  source: MontageSource,
): Window | null {
  const [preview, setPreview] = useState<Window | null>(null);
  useEffect(() => {
    const opened = window.openPreview(id, source);
    setPreview(opened);
    return () => {
      setPreview(null);
      opened[Symbol.dispose]();
    };
  }, [window, id, source]);
  return preview;
}
