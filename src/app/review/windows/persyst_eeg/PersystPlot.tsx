import { type RefObject, useCallback, useRef } from "react";
import { subscribe, useSnapshot } from "valtio";
import { sensitivityName } from "../../../../domain/montage/display.ts";
import { labelWidthPx } from "../../../../protocol/eeg-service.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { screenScale } from "../../../screen/index.ts";
import css from "../../images/Images.module.css";
import { createImageContent } from "../../images/image-content.ts";
import { imageFootPx } from "../../images/image-layout.ts";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot-content.ts";
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
  const { props } = window;
  const { sensitivityMicroVolts } = useSnapshot(props);
  const labels = useRef<HTMLCanvasElement>(null);
  const createContent = useCallback(
    (options: ContentOptions) =>
      createImageContent(
        window,
        {
          labels: () => [labels.current],
          isNamed: () => window.montage() !== null,
          hear(onChange) {
            const unties = [window.props, window.service, screenScale].map((one) => subscribe(one, onChange, true));
            return () => {
              for (const untie of unties) untie();
            };
          },
        },
        options,
      ),
    [window],
  );
  return (
    <PlotFrame
      id="persyst-plot"
      label={(span) => words.label(montage, span, sensitivityName(sensitivityMicroVolts))}
      createContent={createContent}
      labels={
        <div className={css.labels} role="img" aria-label={words.labels(montage)} data-part="eeg-labels">
          <div>
            <canvas ref={labels} />
          </div>
        </div>
      }
      labelsPx={labelWidthPx}
      marginPx={marginPx}
      footPx={imageFootPx}
      margin={null}
      marginClass=""
      wanted={wanted}
      onRenderer={onRenderer}
      surface={surface}
    />
  );
}
