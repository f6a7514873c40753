import { useQuery } from "@tanstack/react-query";
import { FileX2, LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { eegServiceText } from "../../../../protocol/text/eeg-service-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { fetched } from "../../../../ui/fetched.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { useConfigure } from "../../configure/use-configure.ts";
import { recordingInfoQuery } from "../../eeg-service/queries.ts";
import { ServiceAway } from "../../eeg-service/ServiceAway.tsx";
import plotCss from "../../plot/Plot.module.css";
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

const ConfigureTrends = fetched(
  async () => (await import("./ConfigureTrends.tsx")).ConfigureTrends,
  text.failed.notFetched,
);
const ExportTrends = fetched(async () => (await import("./ExportTrends.tsx")).ExportTrends, text.failed.notFetched);

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
  const { isThere, face } = useDrawn(window);
  const actions = useMemo(() => trendsActions(window, () => goTo.current?.focus()), [window]);
  const configure = useConfigure(saving);
  const [isExporting, setExporting] = useState(false);
  useWindowActions(
    isActive,
    isThere
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
            isThere ? <TrendsToolbar engine={engine} focusPlot={focusPlot} onExport={() => setExporting(true)} /> : null
          }
          onSettings={isThere ? configure.open : undefined}
          onClose={onClose}
        >
          {isThere ? (
            <TrendsView
              wanted={backend}
              onRenderer={engine.onRenderer}
              surface={surface}
              focusPlot={focusPlot}
              goTo={goTo}
            />
          ) : (
            face
          )}
          {isExporting ? <ExportTrends onClose={() => setExporting(false)} /> : null}
          {configure.isOpen ? <ConfigureTrends saving={saving} onClose={configure.close} /> : null}
        </WindowFrame>
      </TrendsWindowContext>
    </PlotWindowContext>
  );
}

/** Whether there is anything to show, and who draws it; else what stands in place of the plot. */
function useDrawn(window: TrendsWindow): { isThere: boolean; face: ReactNode } {
  const { data: info, error, refetch } = useQuery(recordingInfoQuery(window.recording.data_object_id));
  const isExternal = info?.is_external === true;
  const { isExternal: isKnown } = useSnapshot(window.drawn);
  useEffect(() => {
    window.drawn.isExternal = isExternal;
    window.readout.touch();
  }, [window, isExternal]);
  const none = (face: ReactNode) => ({ isThere: false, face: <div className={plotCss.empty}>{face}</div> });
  if (error !== null) return none(<ServiceAway error={error} onTryAgain={() => void refetch()} />);
  if (info === undefined) return none(<Face icon={LoaderCircle} title={eegServiceText.loading} />);
  if (info.start_time_milliseconds === null || (window.group === null && !isExternal))
    return none(
      <Face icon={FileX2} title={words.unavailable}>
        <p>{window.group === null ? words.noEeg : words.unavailableHint}</p>
      </Face>,
    );
  return { isThere: isKnown === isExternal, face: null };
}
