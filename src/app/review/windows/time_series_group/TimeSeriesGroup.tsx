import { useMemo, useRef } from "react";
import { text } from "../../../../protocol/text/text.ts";
import { fetched } from "../../../../ui/fetched.tsx";
import { useConfigure } from "../../configure/use-configure.ts";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import { timeActions } from "../../plot/time-actions.ts";
import { useEngine } from "../../plot/use-engine.ts";
import { usePlotFocus } from "../../plot/use-plot-focus.ts";
import { WindowFrame } from "../../plot/WindowFrame.tsx";
import { useWindowActions } from "../../shortcuts/window-actions.ts";
import type { WindowBodyProps } from "../kind.ts";
import { SeriesBar } from "./SeriesBar.tsx";
import { SeriesView } from "./SeriesView.tsx";
import { type SeriesWindow, SeriesWindowContext } from "./series-window.ts";
import { words } from "./words.ts";

const ConfigureSeries = fetched(
  async () => (await import("./configure/ConfigureSeries.tsx")).ConfigureSeries,
  text.failed.notFetched,
);

/** A time series window in its tile: a stack of graphs on one time axis (spec 2.10). */
export function TimeSeriesGroup({
  window,
  isActive,
  backend,
  onRenderer,
  saving,
  onClose,
}: WindowBodyProps<SeriesWindow>) {
  const engine = useEngine(onRenderer);
  const { surface, focusPlot } = usePlotFocus();
  const goTo = useRef<HTMLInputElement>(null);
  const configure = useConfigure(saving);
  const actions = useMemo(
    () =>
      timeActions(
        window.timeline,
        { table: window.annotations.table, isShown: () => window.marks.whyNot() === null },
        () => goTo.current?.focus(),
      ),
    [window],
  );
  useWindowActions(isActive, {
    title: words.title,
    timeline: window.timeline,
    whyNoMarks: window.marks.whyNot,
    actions: { ...actions, edit_window_settings: configure.open },
  });
  return (
    <SeriesWindowContext value={window}>
      <PlotWindowContext value={window}>
        <WindowFrame
          title={words.title}
          bar={<SeriesBar engine={engine} focusPlot={focusPlot} />}
          onSettings={configure.open}
          onClose={onClose}
        >
          <SeriesView
            wanted={backend}
            onRenderer={engine.onRenderer}
            surface={surface}
            focusPlot={focusPlot}
            goTo={goTo}
          />
          {configure.isOpen ? <ConfigureSeries saving={saving} onClose={configure.close} /> : null}
        </WindowFrame>
      </PlotWindowContext>
    </SeriesWindowContext>
  );
}
