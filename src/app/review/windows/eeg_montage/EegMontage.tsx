import { useCallback, useEffect, useRef, useState } from "react";
import { MosaicWindow } from "react-mosaic-component";
import { text } from "../../../../protocol/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { listenForShortcuts } from "../../shortcuts.ts";
import { exposeTestHandle } from "../../test-handle.ts";
import css from "./EegMontage.module.css";
import { EegToolbar } from "./EegToolbar.tsx";
import { EegView } from "./EegView.tsx";
import { type EegWindow, EegWindowContext } from "./eeg-window.ts";
import { eegShortcuts } from "./shortcuts.ts";

export interface EegMontageProps {
  window: EegWindow;
  /** Resolves when the feed has nothing under way (tests, benches). */
  feedIdle: () => Promise<void>;
  backend: TraceRenderer["backend"] | undefined;
  isActive: boolean;
}

const noPreview = () => <div aria-hidden />;

/** One EEG Montage window in its mosaic tile (spec 2.11). */
export function EegMontage({ window, feedIdle, backend, isActive }: EegMontageProps) {
  const [renderer, setRenderer] = useState<TraceRenderer | null>(null);
  // The renderer stays the same object when it changes its back end, so the name is kept beside it.
  const [engine, setEngine] = useState<TraceRenderer["backend"] | null>(null);
  const [hasLostGpu, setLostGpu] = useState(false);
  const drawnBy = useRef<TraceRenderer["backend"] | null>(null);
  const onRenderer = useCallback((made: TraceRenderer | null) => {
    const now = made?.backend ?? null;
    if (drawnBy.current === "webgpu" && now === "canvas2d") setLostGpu(true);
    drawnBy.current = now;
    setRenderer(made);
    setEngine(now);
  }, []);
  const surface = useRef<HTMLDivElement>(null);
  // Two frames later: the menu that was used is gone by then and has given its focus back.
  const focusPlot = useCallback(() => {
    requestAnimationFrame(() => requestAnimationFrame(() => surface.current?.focus({ preventScroll: true })));
  }, []);
  const goTo = useRef<HTMLInputElement>(null);
  const hasEeg = window.drawn() !== null;
  useEffect(() => {
    const actions = eegShortcuts(window, () => goTo.current?.focus());
    return isActive && hasEeg ? listenForShortcuts(() => actions) : undefined;
  }, [window, isActive, hasEeg]);
  useEffect(
    () => (renderer === null ? undefined : exposeTestHandle(window, renderer, feedIdle)),
    [window, renderer, feedIdle],
  );
  return (
    <EegWindowContext value={window}>
      <MosaicWindow<string>
        path={[]}
        title={text.window.eegMontage}
        draggable={false}
        renderPreview={noPreview}
        renderToolbar={() => (
          <div className={css.bar}>
            <h2 className={css.title}>{text.window.eegMontage}</h2>
            {hasEeg ? <EegToolbar backend={engine} hasLostGpu={hasLostGpu} focusPlot={focusPlot} /> : null}
          </div>
        )}
      >
        <EegView wanted={backend} onRenderer={onRenderer} surface={surface} focusPlot={focusPlot} goTo={goTo} />
      </MosaicWindow>
    </EegWindowContext>
  );
}
