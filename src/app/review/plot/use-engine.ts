import { useCallback, useRef, useState } from "react";
import type { TraceRenderer } from "../../../render/types.ts";

export interface Engine {
  /** Null until it is made. */
  readonly backend: TraceRenderer["backend"] | null;
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
  const drawnBy = useRef<TraceRenderer["backend"] | null>(null);
  const tell = useCallback(
    (made: TraceRenderer | null) => {
      const now = made?.backend ?? null;
      if (drawnBy.current !== now) setLostGpu(drawnBy.current === "webgpu" && now === "canvas2d");
      drawnBy.current = now;
      setBackend(now);
      onRenderer(made);
    },
    [onRenderer],
  );
  return { backend, hasLostGpu, onRenderer: tell };
}
