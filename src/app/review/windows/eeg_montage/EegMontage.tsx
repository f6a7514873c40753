import { useMemo, useRef } from "react";
import { text } from "../../../../protocol/text/text.ts";
import { fetched } from "../../../../ui/fetched.tsx";
import { useConfigure } from "../../configure/use-configure.ts";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import { useEngine } from "../../plot/use-engine.ts";
import { usePlotFocus } from "../../plot/use-plot-focus.ts";
import { WindowFrame } from "../../plot/WindowFrame.tsx";
import { MontageWindowContext } from "../../rows/montage-window.ts";
import { useWindowActions } from "../../shortcuts/window-actions.ts";
import type { WindowBodyProps } from "../kind.ts";
import { eegActions } from "./actions.ts";
import { EegToolbar } from "./EegToolbar.tsx";
import { EegView } from "./EegView.tsx";
import { type EegWindow, EegWindowContext } from "./eeg-window.ts";

const ConfigureEeg = fetched(async () => (await import("./ConfigureEeg.tsx")).ConfigureEeg, text.failed.notFetched);

/** One EEG Montage window in its mosaic tile (spec 2.11). */
export function EegMontage({ window, isActive, backend, onRenderer, saving, onClose }: WindowBodyProps<EegWindow>) {
  const engine = useEngine(onRenderer);
  const { surface, focusPlot } = usePlotFocus();
  const goTo = useRef<HTMLInputElement>(null);
  const hasEeg = window.drawn() !== null;
  const actions = useMemo(() => eegActions(window, () => goTo.current?.focus()), [window]);
  const configure = useConfigure(saving);
  useWindowActions(
    isActive,
    hasEeg
      ? {
          title: text.window.eegMontage,
          timeline: window.timeline,
          actions: { ...actions, edit_window_settings: configure.open },
        }
      : null,
  );
  const bar = hasEeg ? <EegToolbar engine={engine} focusPlot={focusPlot} /> : null;
  return (
    <PlotWindowContext value={window}>
      <MontageWindowContext value={window}>
        <EegWindowContext value={window}>
          <WindowFrame
            title={text.window.eegMontage}
            bar={bar}
            onSettings={hasEeg ? configure.open : undefined}
            onClose={onClose}
          >
            <EegView
              wanted={backend}
              onRenderer={engine.onRenderer}
              surface={surface}
              focusPlot={focusPlot}
              goTo={goTo}
            />
            {configure.isOpen ? <ConfigureEeg saving={saving} onClose={configure.close} /> : null}
          </WindowFrame>
        </EegWindowContext>
      </MontageWindowContext>
    </PlotWindowContext>
  );
}
