import { CircleAlert, FileX2, LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { text } from "../../../../protocol/text/text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { PlotWindowContext } from "../../plot/plot-window.ts";
import { timeShortcuts } from "../../plot/time-shortcuts.ts";
import { useEngine } from "../../plot/use-engine.ts";
import { usePlotFocus } from "../../plot/use-plot-focus.ts";
import { WindowFrame } from "../../plot/WindowFrame.tsx";
import { listenForShortcuts } from "../../shortcuts.ts";
import type { WindowBodyProps } from "../kind.ts";
import { SeriesBar } from "./SeriesBar.tsx";
import { SeriesView } from "./SeriesView.tsx";
import { type SeriesWindow, SeriesWindowContext } from "./series-window.ts";
import { words } from "./words.ts";

/** A time series window in its tile: graphs of one group of signals (spec 2.10). */
export function TimeSeriesGroup({ window, isActive, backend, onRenderer, onClose }: WindowBodyProps<SeriesWindow>) {
  const engine = useEngine(onRenderer);
  const { surface, focusPlot } = usePlotFocus();
  const goTo = useRef<HTMLInputElement>(null);
  const { problem, recording, name } = useSnapshot(window.source);
  useSnapshot(window.props);
  useEffect(() => {
    const actions = timeShortcuts(window.timeline, () => goTo.current?.focus());
    return isActive ? listenForShortcuts(() => actions) : undefined;
  }, [window, isActive]);
  const plot = window.plot();
  const drawn = window.drawn();
  const bar = <SeriesBar engine={engine} focusPlot={focusPlot} />;
  return (
    <SeriesWindowContext value={window}>
      <PlotWindowContext value={plot}>
        <WindowFrame title={words.title} bar={bar} onClose={onClose}>
          {plot !== null && drawn !== null ? (
            <SeriesView
              key={`${recording?.data_object_id} ${drawn.group.modality} ${drawn.channels.join()}`}
              plot={plot}
              drawn={drawn}
              wanted={backend}
              onRenderer={engine.onRenderer}
              surface={surface}
              focusPlot={focusPlot}
              goTo={goTo}
            />
          ) : problem === "no-clock" ? (
            <Face icon={CircleAlert} title={words.noClock(name)} role="alert" />
          ) : problem === "not-fetched" ? (
            <Face icon={CircleAlert} title={words.notFetched} role="alert">
              <Button onPress={() => window.tryAgain()}>{text.failed.tryAgain}</Button>
            </Face>
          ) : plot === null ? (
            <Face icon={LoaderCircle} title={words.loading} />
          ) : (
            <Face icon={FileX2} title={words.none} />
          )}
        </WindowFrame>
      </PlotWindowContext>
    </SeriesWindowContext>
  );
}
