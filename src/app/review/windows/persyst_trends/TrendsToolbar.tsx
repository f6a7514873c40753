import { Download } from "lucide-react";
import { useSnapshot } from "valtio";
import { eegServiceText } from "../../../../protocol/text/eeg-service-text.ts";
import { trendExportText } from "../../../../protocol/text/trend-export-text.ts";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { FactsButton, FactsList } from "../../chart/Facts.tsx";
import { ArtifactsMenu } from "../../plot/ArtifactsMenu.tsx";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import { EngineChip } from "../../plot/EngineChip.tsx";
import { PageLengthMenu } from "../../plot/PageLengthMenu.tsx";
import plotCss from "../../plot/Plot.module.css";
import { StatusBadge } from "../../plot/StatusBadge.tsx";
import { TimeButtons } from "../../plot/TimeButtons.tsx";
import type { Engine } from "../../plot/use-engine.ts";
import { useReadout } from "../../time/use-readout.ts";
import { analysisFacts } from "./analysis-facts.ts";
import { baselineChoices, chooseBaseline } from "./baseline-choices.ts";
import { trendsKindId } from "./kind-id.ts";
import { isLongEnough } from "./stored.ts";
import { useTrendData, useTrendsWindow, viewInFile } from "./trends-window.ts";
import { words } from "./words.ts";

const choices = [
  { id: "on", name: words.reduction.on },
  { id: "off", name: words.reduction.off },
];

/** The controls of the window's bar: page length, artifact reduction, baseline; status and the manual time range on the right. */
export function TrendsToolbar({
  engine,
  focusPlot,
  onExport,
}: {
  engine: Engine;
  focusPlot: () => void;
  onExport: () => void;
}) {
  const window = useTrendsWindow();
  const { props } = window;
  const { artifactReductionEnabled } = useSnapshot(props);
  const { isExternal } = useSnapshot(window.drawn);
  const now = artifactReductionEnabled ? words.reduction.on : words.reduction.off;
  return (
    <>
      <PageLengthMenu kind={trendsKindId} focusPlot={focusPlot} />
      <BarTool name={words.reduction.title} rank={barRanks.reduction}>
        <MenuButton
          label={words.reduction.title}
          value={now}
          shown={`${words.reduction.title}: ${now}`}
          choices={choices}
          selected={artifactReductionEnabled ? "on" : "off"}
          title={words.reduction.title}
          hint={words.reduction.hint}
          onChoose={(id) => {
            props.artifactReductionEnabled = id === "on";
            focusPlot();
          }}
        />
      </BarTool>
      {isExternal ? null : (
        <>
          <BarTool name={words.baseline.title} rank={barRanks.baseline}>
            <BaselineMenu focusPlot={focusPlot} />
          </BarTool>
          <ArtifactsMenu focusPlot={focusPlot} />
        </>
      )}
      <span className={plotCss.space} />
      <StatusBadge whole={isExternal ? eegServiceText.whole : undefined} />
      {isExternal ? null : (
        <>
          <IconButton icon={Download} label={trendExportText.title} onPress={onExport} />
          <FactsButton content={() => <TrendFacts />} />
        </>
      )}
      <EngineChip engine={engine} />
      <TimeButtons focusPlot={focusPlot} />
    </>
  );
}

/** What values are compared with: the first valid hour, or a span that the reader chose. */
function BaselineMenu({ focusPlot }: { focusPlot: () => void }) {
  const window = useTrendsWindow();
  void useSnapshot(window.props).baseline;
  // The view decides what it can be.
  useReadout(window.timeline, () => isLongEnough(viewInFile(window)));
  const chosen = window.baseline();
  const offered = baselineChoices(window);
  const selected = chosen === null ? "first" : "kept";
  return (
    <MenuButton
      label={words.baseline.title}
      value={offered.find(({ id }) => id === selected)?.name ?? ""}
      shown={chosen === null ? words.baseline.title : words.baseline.own}
      choices={offered}
      selected={selected}
      title={words.baseline.title}
      hint={words.baseline.hint}
      onChoose={(id) => {
        chooseBaseline(window, id);
        focusPlot();
      }}
    />
  );
}

function TrendFacts() {
  const window = useTrendsWindow();
  useTrendData();
  return <FactsList facts={analysisFacts(window)} />;
}
