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
import { sdActions } from "./actions.ts";
import { SdToolbar } from "./SdToolbar.tsx";
import { SdView } from "./SdView.tsx";
import { type SdWindow, SdWindowContext } from "./sd-window.ts";
import { words } from "./words.ts";

const ConfigureSd = fetched(async () => (await import("./ConfigureSd.tsx")).ConfigureSd, text.failed.notFetched);

/** One SD detection window in its mosaic tile (spec 2.12). */
export function SdDetection({ window, isActive, backend, onRenderer, saving, onClose }: WindowBodyProps<SdWindow>) {
  const engine = useEngine(onRenderer);
  const { surface, focusPlot } = usePlotFocus();
  const goTo = useRef<HTMLInputElement>(null);
  const hasEeg = window.drawn() !== null;
  const actions = useMemo(() => sdActions(window, () => goTo.current?.focus()), [window]);
  const configure = useConfigure(saving);
  useWindowActions(
    isActive,
    hasEeg
      ? {
          title: words.title,
          timeline: window.timeline,
          actions: { ...actions, edit_window_settings: configure.open },
        }
      : null,
  );
  return (
    <PlotWindowContext value={window}>
      <MontageWindowContext value={window}>
        <SdWindowContext value={window}>
          <WindowFrame
            title={words.title}
            bar={hasEeg ? <SdToolbar engine={engine} focusPlot={focusPlot} /> : null}
            onSettings={hasEeg ? configure.open : undefined}
            onClose={onClose}
          >
            <SdView
              wanted={backend}
              onRenderer={engine.onRenderer}
              surface={surface}
              focusPlot={focusPlot}
              goTo={goTo}
            />
            {configure.isOpen ? <ConfigureSd saving={saving} onClose={configure.close} /> : null}
          </WindowFrame>
        </SdWindowContext>
      </MontageWindowContext>
    </PlotWindowContext>
  );
}
