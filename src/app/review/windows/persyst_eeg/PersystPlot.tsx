import { type RefObject, useCallback, useRef } from "react";
import { useSnapshot } from "valtio";
import { sensitivityName } from "../../../../domain/montage/display.ts";
import { labelWidthPx } from "../../../../protocol/eeg-service.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot-content.ts";
import { useReadout } from "../../time/use-readout.ts";
import css from "./PersystEeg.module.css";
import { createPersystContent } from "./persyst-content.ts";
import { usePersystWindow } from "./persyst-window.ts";
import { words } from "./words.ts";

export interface PersystPlotProps {
  montage: string;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  surface: RefObject<HTMLDivElement | null>;
}

const marginPx = 50;

/** The labels image, the page images and the axis in the chassis. */
export function PersystPlot({ montage, wanted, onRenderer, surface }: PersystPlotProps) {
  const window = usePersystWindow();
  const { timeline, clock, props } = window;
  const { sensitivityMicroVolts } = useSnapshot(props);
  const span = useReadout(timeline, ({ startMs, endMs }) => `${clock.dateTime(startMs)} to ${clock.dateTime(endMs)}`);
  const labels = useRef<HTMLCanvasElement>(null);
  const createContent = useCallback(
    (options: ContentOptions) => createPersystContent(window, () => labels.current, options),
    [window],
  );
  return (
    <PlotFrame
      id="persyst-plot"
      label={words.label(montage, span, sensitivityName(sensitivityMicroVolts))}
      createContent={createContent}
      labels={
        <div className={css.labels} role="img" aria-label={words.labels(montage)} data-part="eeg-labels">
          <canvas ref={labels} />
        </div>
      }
      labelsPx={labelWidthPx}
      marginPx={marginPx}
      margin={null}
      marginClass=""
      wanted={wanted}
      onRenderer={onRenderer}
      surface={surface}
    />
  );
}
