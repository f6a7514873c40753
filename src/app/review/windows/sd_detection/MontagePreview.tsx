import { useRef } from "react";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import type { PreviewProps } from "../../rows/EditMontage.tsx";
import { MontageWindowContext, useDrawn } from "../../rows/montage-window.ts";
import { usePreview } from "../../rows/use-preview.ts";
import css from "./SdDetection.module.css";
import { SdPlot } from "./SdPlot.tsx";
import { SdWindowContext, useSdWindow } from "./sd-window.ts";

/** The page of the window around it in a montage that is not saved yet: a window of its own, drawn by what draws all of them. */
export function MontagePreview({ id, source }: PreviewProps) {
  const preview = usePreview(useSdWindow(), id, source);
  return preview === null ? null : (
    <PlotWindowContext value={preview}>
      <MontageWindowContext value={preview}>
        <SdWindowContext value={preview}>
          <Page />
        </SdWindowContext>
      </MontageWindowContext>
    </PlotWindowContext>
  );
}

const nobody = () => {};

function Page() {
  const drawn = useDrawn();
  const surface = useRef<HTMLDivElement>(null);
  if (drawn === null || drawn.channels.length === 0) return null;
  return (
    <div className={css.preview} data-part="preview">
      <SdPlot drawn={drawn} wanted={undefined} onRenderer={nobody} surface={surface} />
    </div>
  );
}
