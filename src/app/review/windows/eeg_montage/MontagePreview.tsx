import { ListX } from "lucide-react";
import { useRef } from "react";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import { Face } from "../../../../ui/notices/Face.tsx";
import css from "../../plot/Plot.module.css";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import type { PreviewProps } from "../../rows/EditMontage.tsx";
import { MontageWindowContext, useDrawn } from "../../rows/montage-window.ts";
import { usePreview } from "../../rows/use-preview.ts";
import own from "./EegMontage.module.css";
import { EegWindowContext, useEegWindow } from "./eeg-window.ts";
import { PlotView } from "./PlotView.tsx";

/** The page of the window around it in a montage that is not saved yet: a window of its own, drawn by what draws all of them. */
export function MontagePreview({ id, source }: PreviewProps) {
  const preview = usePreview(useEegWindow(), id, source);
  return preview === null ? null : (
    <PlotWindowContext value={preview}>
      <MontageWindowContext value={preview}>
        <EegWindowContext value={preview}>
          <Page />
        </EegWindowContext>
      </MontageWindowContext>
    </PlotWindowContext>
  );
}

const nobody = () => {};

function Page() {
  const drawn = useDrawn();
  const surface = useRef<HTMLDivElement>(null);
  if (drawn === null) return null;
  return drawn.channels.length === 0 ? (
    <div className={css.empty}>
      <Face icon={ListX} title={montageText.editor.none}>
        <p>{montageText.editor.noneHint}</p>
      </Face>
    </div>
  ) : (
    <div className={own.preview} data-part="preview">
      <PlotView drawn={drawn} wanted={undefined} onRenderer={nobody} surface={surface} />
    </div>
  );
}
