import { EngineChip } from "../../plot/EngineChip.tsx";
import { PageLengthMenu } from "../../plot/PageLengthMenu.tsx";
import plotCss from "../../plot/Plot.module.css";
import { StatusBadge } from "../../plot/StatusBadge.tsx";
import { TimeButtons } from "../../plot/TimeButtons.tsx";
import type { Engine } from "../../plot/use-engine.ts";
import { SignalsButton } from "./SignalsButton.tsx";
import { SourceMenu } from "./SourceMenu.tsx";
import { useSeriesWindow } from "./series-window.ts";

/** The controls of the window's bar: page length, source, signals; status and the manual time range on the right. */
export function SeriesBar({ engine, focusPlot }: { engine: Engine; focusPlot: () => void }) {
  const window = useSeriesWindow();
  const drawn = window.drawn();
  const isShown = window.plot() !== null && drawn !== null;
  return (
    <>
      {isShown ? <PageLengthMenu kind="time_series_group" focusPlot={focusPlot} /> : null}
      <SourceMenu focusPlot={focusPlot} />
      {drawn === null ? null : <SignalsButton drawn={drawn} focusPlot={focusPlot} />}
      <span className={plotCss.space} />
      {isShown ? (
        <>
          <StatusBadge />
          <EngineChip backend={engine.backend} hasLostGpu={engine.hasLostGpu} />
          <TimeButtons focusPlot={focusPlot} />
        </>
      ) : null}
    </>
  );
}
