import { type RefObject, useCallback, useId } from "react";
import { useSnapshot } from "valtio";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { bandSummary } from "../../../../domain/montage/sd-options.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot-content.ts";
import { ChannelLabels } from "../../rows/ChannelLabels.tsx";
import { labelsWidth } from "../../rows/labels-width.ts";
import { useHeight } from "../../rows/use-height.ts";
import { filtersOf, type TraceConfig } from "./props.ts";
import css from "./SdDetection.module.css";
import { createSdContent } from "./sd-content.ts";
import { useSdWindow } from "./sd-window.ts";
import { words } from "./words.ts";

export interface SdPlotProps {
  drawn: Drawn;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  /** The element that takes the focus after choices in menus. */
  surface: RefObject<HTMLDivElement | null>;
}

/** CSS px right of the traces (spec 001 section 9, Layout). */
const marginPx = 50;

/** What a trace set lets through, and its sensitivity. */
export const tracesText = (config: TraceConfig, samplingHz: number): string =>
  words.traces(bandSummary(filtersOf(config), samplingHz), config.sensitivityMicroVolts);

/** Channel names and traces in the chassis. */
export function SdPlot({ drawn, wanted, onRenderer, surface }: SdPlotProps) {
  const window = useSdWindow();
  const { props } = window;
  const { eegConfig, overlayEEGConfig } = useSnapshot(props);
  const id = useId();
  const height = useHeight(surface);
  const { sampling_hz } = drawn.group;
  const createContent = useCallback((options: ContentOptions) => createSdContent(window, options), [window]);
  const plotId = `sd-plot-${id}`;
  return (
    <PlotFrame
      id={plotId}
      label={(span) =>
        words.label(
          drawn.montage.name,
          span,
          tracesText(eegConfig, sampling_hz),
          tracesText(overlayEEGConfig, sampling_hz),
        )
      }
      createContent={createContent}
      labels={<ChannelLabels drawn={drawn} plotId={plotId} isPlain />}
      labelsPx={labelsWidth(drawn, height)}
      marginPx={marginPx}
      margin={null}
      marginClass={css.margin}
      wanted={wanted}
      onRenderer={onRenderer}
      surface={surface}
    />
  );
}
