import { Eye, EyeOff } from "lucide-react";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { ArtifactsMenu } from "../../plot/ArtifactsMenu.tsx";
import { EngineChip } from "../../plot/EngineChip.tsx";
import { PageLengthMenu } from "../../plot/PageLengthMenu.tsx";
import plotCss from "../../plot/Plot.module.css";
import { StatusBadge } from "../../plot/StatusBadge.tsx";
import { TimeButtons } from "../../plot/TimeButtons.tsx";
import type { Engine } from "../../plot/use-engine.ts";
import { SeriesFacts } from "./SeriesFacts.tsx";
import { useSeriesWindow, useShown } from "./series-window.ts";
import { words } from "./words.ts";

/** The controls of the window's bar: page length, empty graphs; status and the manual time range on the right. */
export function SeriesBar({ engine, focusPlot }: { engine: Engine; focusPlot: () => void }) {
  const { props } = useSeriesWindow();
  const { graphs, hidden } = useShown();
  const hasEmpty = hidden > 0 || graphs.some(({ traces }) => traces.every(({ state }) => state.kind !== "drawn"));
  return (
    <>
      <PageLengthMenu kind="time_series_group" focusPlot={focusPlot} />
      {hasEmpty || props.hideEmptyGraphs ? (
        <IconButton
          icon={props.hideEmptyGraphs ? Eye : EyeOff}
          label={props.hideEmptyGraphs ? words.showEmpty(hidden) : words.hideEmpty}
          onPress={() => {
            props.hideEmptyGraphs = !props.hideEmptyGraphs;
            focusPlot();
          }}
        />
      ) : null}
      <ArtifactsMenu focusPlot={focusPlot} />
      <span className={plotCss.space} />
      <StatusBadge />
      <EngineChip engine={engine} />
      <SeriesFacts />
      <TimeButtons focusPlot={focusPlot} />
    </>
  );
}
