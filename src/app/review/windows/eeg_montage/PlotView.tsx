import { type RefObject, useCallback } from "react";
import { useSnapshot } from "valtio";
import { sensitivityName } from "../../../../domain/montage/display.ts";
import type { Drawn } from "../../../../domain/montage/drawn-rows.ts";
import { auxRowKinds } from "../../../../domain/montage/electrodes.ts";
import { auxFilterSummary, filterSummary } from "../../../../domain/montage/filter-options.ts";
import { longPageText } from "../../../../protocol/text/long-page-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot-content.ts";
import { ChannelLabels } from "../../rows/ChannelLabels.tsx";
import { auxKindsOf } from "../../rows/drawn.ts";
import { labelsWidth } from "../../rows/labels-width.ts";
import { useHeight } from "../../rows/use-height.ts";
import css from "./EegMontage.module.css";
import { createEegContent } from "./eeg-content.ts";
import { useEegWindow } from "./eeg-window.ts";
import { auxFiltersOf, auxSensitivityText, filtersOf } from "./props.ts";

export interface PlotViewProps {
  drawn: Drawn;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  /** The element that takes the focus after choices in menus. */
  surface: RefObject<HTMLDivElement | null>;
}

const marginPx = 50;
const plotId = "eeg-plot";

/** Channel names, traces and calibration marks in the chassis. */
export function PlotView({ drawn, wanted, onRenderer, surface }: PlotViewProps) {
  const window = useEegWindow();
  const { props } = window;
  const settings = useSnapshot(props);
  const height = useHeight(surface);
  const label = (span: string) =>
    text.plot.label(
      drawn.montage.name,
      span,
      sensitivityName(settings.sensitivityMicroVolts),
      filterSummary(filtersOf(settings), drawn.group.sampling_hz),
    );
  const isShaded = useSnapshot(window.shading).columnMs !== null;
  const auxKinds = auxKindsOf(drawn);
  const auxLabel = text.plot.auxLabel(
    auxSensitivityText(settings, auxKinds),
    auxFilterSummary(auxFiltersOf(settings), drawn.group.sampling_hz),
  );
  const createContent = useCallback((options: ContentOptions) => createEegContent(window, options), [window]);
  return (
    <PlotFrame
      id={plotId}
      label={(span) =>
        [label(span), ...(auxKinds.length > 0 ? [auxLabel] : []), ...(isShaded ? [longPageText.label] : [])].join(" ")
      }
      createContent={createContent}
      labels={<ChannelLabels drawn={drawn} plotId={plotId} />}
      labelsPx={labelsWidth(drawn, height)}
      marginPx={marginPx}
      margin={["eeg", ...auxRowKinds].map((kind) => (
        <div key={kind} data-side={kind === "eeg" ? undefined : "aux"}>
          <div data-part="kinds" />
          <div />
          <div />
          <div />
        </div>
      ))}
      marginClass={css.calibration}
      wanted={wanted}
      onRenderer={onRenderer}
      surface={surface}
    />
  );
}
