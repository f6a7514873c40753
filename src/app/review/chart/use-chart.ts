import { type RefObject, useEffect, useState } from "react";
import { createTraceRenderer } from "../../../render/index.ts";
import type { TraceRenderer } from "../../../render/types.ts";
import { type ChartElements, type ChartOptions, startChart } from "./chart.ts";

export interface UseChartOptions extends ChartOptions {
  /** Elements of the chart, there once the component is mounted. */
  elements: RefObject<Partial<ChartElements>>;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  /** Told when the renderer is there, when its back end changed and, with null, when it is gone. */
  onRenderer: (renderer: TraceRenderer | null) => void;
}

/** Makes the renderer in the chart's surface and starts drawing. True when the browser offers no way to draw. */
export function useChart(options: UseChartOptions): boolean {
  const { createContent, xControl, yControl, elements, wanted, onRenderer } = options;
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const present = elements.current as ChartElements;
    let isGone = false;
    let end = () => {};
    let redraw = () => {};
    const start = (renderer: TraceRenderer) => {
      const chart = startChart(present, { createContent, xControl, yControl }, renderer);
      redraw = chart.redraw;
      onRenderer(renderer);
      end = () => {
        redraw = () => {};
        chart.stop();
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
  }, [createContent, xControl, yControl, elements, wanted, onRenderer]);
  return hasFailed;
}
