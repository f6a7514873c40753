import { type RefObject, useEffect, useState } from "react";
import { createTraceRenderer } from "../../../render/index.ts";
import type { TraceRenderer } from "../../../render/types.ts";
import { type PlotElements, type PlotOptions, startPlot } from "./plot.ts";

export interface UsePlotOptions extends PlotOptions {
  /** Elements of the plot, there once the component is mounted. */
  elements: RefObject<Partial<PlotElements>>;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  /** Told when the renderer is there, when its back end changed and, with null, when it is gone. */
  onRenderer: (renderer: TraceRenderer | null) => void;
}

/** Makes the renderer in the plot's surface and starts drawing. True when the browser offers no way to draw. */
export function usePlot({ window, createContent, elements, wanted, onRenderer }: UsePlotOptions): boolean {
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const present = elements.current as PlotElements;
    let isGone = false;
    let end = () => {};
    let redraw = () => {};
    const start = (renderer: TraceRenderer) => {
      const plot = startPlot(present, { window, createContent }, renderer);
      redraw = plot.redraw;
      onRenderer(renderer);
      end = () => {
        redraw = () => {};
        plot.stop();
        onRenderer(null);
        renderer[Symbol.dispose]();
      };
    };
    const made = createTraceRenderer({
      host: present.surface,
      prefer: wanted,
      onRedraw: () => redraw(),
      onBackendChange({ from, to, reason }) {
        console.warn("renderer.backend_changed", from, to, reason);
        if (!isGone) made.then(onRenderer);
      },
    });
    made.then(
      (renderer) => (isGone ? renderer[Symbol.dispose]() : start(renderer)),
      (error: unknown) => {
        console.error("renderer.failed", error);
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
      end();
    };
  }, [window, createContent, elements, wanted, onRenderer]);
  return hasFailed;
}
