import { useCallback, useMemo, useState } from "react";
import { proxy } from "valtio";
import { hasLostDevice } from "../../../render/index.ts";
import type { TraceRenderer } from "../../../render/types.ts";

export interface EngineState {
  /** Null until it is made. */
  readonly backend: TraceRenderer["backend"] | null;
  /** It draws in software because the page lost its graphics card, whenever that was. */
  readonly hasLostGpu: boolean;
}

export interface Engine {
  /** A proxy: what says it is drawn anew, and not the window around it. */
  readonly state: EngineState;
  readonly onRenderer: (renderer: TraceRenderer | null) => void;
}

/**
 * What draws a window, as its bar says it. The renderer stays the same object when it changes its back end, so the name is
 * kept beside it. `onRenderer` hears of it too.
 */
export function useEngine(onRenderer: (renderer: TraceRenderer | null) => void): Engine {
  const [state] = useState(() => proxy<EngineState>({ backend: null, hasLostGpu: false }));
  const tell = useCallback(
    (made: TraceRenderer | null) => {
      const backend = made?.backend ?? null;
      Object.assign(state, { backend, hasLostGpu: backend === "canvas2d" && hasLostDevice() });
      onRenderer(made);
    },
    [state, onRenderer],
  );
  return useMemo(() => ({ state, onRenderer: tell }), [state, tell]);
}
