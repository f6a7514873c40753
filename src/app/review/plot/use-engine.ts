import { useCallback, useState } from "react";
import { hasLostDevice } from "../../../render/index.ts";
import type { TraceRenderer } from "../../../render/types.ts";

export interface Engine {
  /** Null until it is made. */
  readonly backend: TraceRenderer["backend"] | null;
  /** It draws in software because the page lost its graphics card, whenever that was. */
  readonly hasLostGpu: boolean;
  readonly onRenderer: (renderer: TraceRenderer | null) => void;
}

/**
 * What draws a window, as its bar says it. The renderer stays the same object when it changes its back end, so the name is
 * kept beside it. `onRenderer` hears of it too.
 */
export function useEngine(onRenderer: (renderer: TraceRenderer | null) => void): Engine {
  const [backend, setBackend] = useState<TraceRenderer["backend"] | null>(null);
  const [hasLostGpu, setLostGpu] = useState(false);
  const tell = useCallback(
    (made: TraceRenderer | null) => {
      const now = made?.backend ?? null;
      setLostGpu(now === "canvas2d" && hasLostDevice());
      setBackend(now);
      onRenderer(made);
    },
    [onRenderer],
  );
  return { backend, hasLostGpu, onRenderer: tell };
}
