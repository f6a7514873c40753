import { useCallback, useRef } from "react";
import { subscribe, useSnapshot } from "valtio";
import css from "../../images/Images.module.css";
import { createImageContent } from "../../images/image-content.ts";
import { imageFootPx } from "../../images/image-layout.ts";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot-content.ts";
import type { TrendsViewProps } from "./TrendsView.tsx";
import { useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

type Props = Pick<TrendsViewProps, "wanted" | "onRenderer" | "surface"> & { headsPx: number };

const marginPx = 50;

/** The panel as a service elsewhere draws it: titles, labels and pages are pictures. */
export function TrendPictures({ headsPx, ...plot }: Props) {
  const window = useTrendsWindow();
  const { props, images, recording } = window;
  const { artifactReductionEnabled } = useSnapshot(props);
  const titles = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLCanvasElement>(null);
  const createContent = useCallback(
    (options: ContentOptions) =>
      createImageContent(
        { images, recording, group: window.imageGroup },
        {
          labels: () => [titles.current, labels.current],
          isNamed: () => true,
          hear: (onChange) => subscribe(props, onChange, true),
        },
        options,
      ),
    [images, recording, window, props],
  );
  return (
    <PlotFrame
      id="trend-pictures"
      label={(span) => words.external.label(span, artifactReductionEnabled ? words.reduction.on : words.reduction.off)}
      createContent={createContent}
      labels={
        <div className={css.labels} role="img" aria-label={words.external.labels} data-part="trend-labels">
          <div>
            <canvas ref={titles} />
            <canvas ref={labels} />
          </div>
        </div>
      }
      labelsPx={headsPx}
      marginPx={marginPx}
      footPx={imageFootPx}
      margin={null}
      marginClass=""
      {...plot}
    />
  );
}
