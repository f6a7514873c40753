import { useQuery } from "@tanstack/react-query";
import { FileX2 } from "lucide-react";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { Face } from "../../../../ui/notices/Face.tsx";
import { useConfigure } from "../../configure/use-configure.ts";
import { recordingInfoQuery } from "../../eeg-service/queries.ts";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import { useEngine } from "../../plot/use-engine.ts";
import { usePlotFocus } from "../../plot/use-plot-focus.ts";
import { WindowFrame } from "../../plot/WindowFrame.tsx";
import { useWindowActions } from "../../shortcuts/window-actions.ts";
import type { WindowBodyProps } from "../kind.ts";
import { trendsActions } from "./actions.ts";
import { TrendsToolbar } from "./TrendsToolbar.tsx";
import { TrendsView } from "./TrendsView.tsx";
import { type TrendsWindow, TrendsWindowContext } from "./trends-window.ts";
import { words } from "./words.ts";

const ConfigureTrends = lazy(async () => ({ default: (await import("./ConfigureTrends.tsx")).ConfigureTrends }));
const ExportTrends = lazy(async () => ({ default: (await import("./ExportTrends.tsx")).ExportTrends }));

/** One trends window in its mosaic tile (spec 2.14). */
export function PersystTrends({
  window,
  isActive,
  backend,
  onRenderer,
  saving,
  onClose,
}: WindowBodyProps<TrendsWindow>) {
  const engine = useEngine(onRenderer);
  const { surface, focusPlot } = usePlotFocus();
  const goTo = useRef<HTMLInputElement>(null);
  // What is drawn is computed where the data are: nothing waits for this answer.
  const info = useQuery(recordingInfoQuery(window.recording.data_object_id)).data;
  const hasEeg = window.group !== null && info?.start_time_milliseconds !== null;
  const actions = useMemo(() => trendsActions(window, () => goTo.current?.focus()), [window]);
  const configure = useConfigure(saving, focusPlot);
  const [isExporting, setExporting] = useState(false);
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
      <TrendsWindowContext value={window}>
        <WindowFrame
          title={words.title}
          bar={
            hasEeg ? <TrendsToolbar engine={engine} focusPlot={focusPlot} onExport={() => setExporting(true)} /> : null
          }
          onSettings={hasEeg ? configure.open : undefined}
          onClose={onClose}
        >
          {hasEeg ? (
            <TrendsView
              wanted={backend}
              onRenderer={engine.onRenderer}
              surface={surface}
              focusPlot={focusPlot}
              goTo={goTo}
            />
          ) : (
            <Face icon={FileX2} title={words.unavailable}>
              <p>{window.group === null ? words.noEeg : words.unavailableHint}</p>
            </Face>
          )}
          {isExporting ? (
            <Suspense>
              <ExportTrends onClose={() => setExporting(false)} />
            </Suspense>
          ) : null}
          {configure.isOpen ? (
            <Suspense>
              <ConfigureTrends saving={saving} onClose={configure.close} />
            </Suspense>
          ) : null}
        </WindowFrame>
      </TrendsWindowContext>
    </PlotWindowContext>
  );
}
