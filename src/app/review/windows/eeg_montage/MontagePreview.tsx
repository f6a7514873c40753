import { ListX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { montageText } from "../../../../protocol/text/montage-text.ts";
import { Face } from "../../../../ui/notices/Face.tsx";
import type { MontageSource } from "../../montages/montage-store.ts";
import css from "../../plot/Plot.module.css";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import own from "./EegMontage.module.css";
import { type EegWindow, EegWindowContext, useDrawn, useEegWindow } from "./eeg-window.ts";
import { PlotView } from "./PlotView.tsx";

/** The page of the window around it in a montage that is not saved yet: a window of its own, drawn by what draws all of them. */
export function MontagePreview({ id, source }: { id: number; source: MontageSource }) {
  const window = useEegWindow();
  const [preview, setPreview] = useState<EegWindow | null>(null);
  useEffect(() => {
    const opened = window.openPreview(id, source);
    setPreview(opened);
    return () => {
      setPreview(null);
      opened[Symbol.dispose]();
    };
  }, [window, id, source]);
  return preview === null ? null : (
    <PlotWindowContext value={preview}>
      <EegWindowContext value={preview}>
        <Page />
      </EegWindowContext>
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
