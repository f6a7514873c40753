import { useSnapshot } from "valtio";
import { sensitivityChoices, sensitivityName } from "../../../../domain/montage/display.ts";
import { text } from "../../../../protocol/text/text.ts";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { ArtifactsMenu } from "../../plot/ArtifactsMenu.tsx";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import { EngineChip } from "../../plot/EngineChip.tsx";
import { PageLengthMenu } from "../../plot/PageLengthMenu.tsx";
import plotCss from "../../plot/Plot.module.css";
import { StatusBadge } from "../../plot/StatusBadge.tsx";
import { TimeButtons } from "../../plot/TimeButtons.tsx";
import type { Engine } from "../../plot/use-engine.ts";
import { MontageButton } from "../../rows/MontageButton.tsx";
import { useMontageList } from "../../rows/montage-window.ts";
import { useEegWindow } from "./eeg-window.ts";
import { FilterButton } from "./FilterButton.tsx";
import { FitButton } from "./FitButton.tsx";
import { MontagePreview } from "./MontagePreview.tsx";
import { setSensitivity } from "./props.ts";
import { RowsButton } from "./RowsButton.tsx";
import { ShadingMenu } from "./ShadingMenu.tsx";

const eegChoices = sensitivityChoices("eeg").map((choice) => ({ id: String(choice), name: sensitivityName(choice) }));

export interface EegToolbarProps {
  engine: Engine;
  focusPlot: () => void;
}

/** The controls of the window's bar: page length, sensitivity, montage, filters; status and the manual time range on the right. */
export function EegToolbar({ engine, focusPlot }: EegToolbarProps) {
  const { props, library } = useEegWindow();
  const { sensitivityMicroVolts, montage } = useSnapshot(props);
  useMontageList();
  const words = text.window;
  const samplingHz = library.group(montage)?.sampling_hz ?? null;
  return (
    <>
      <PageLengthMenu kind="eeg_montage" focusPlot={focusPlot} />
      <BarTool name={words.sensitivity} rank={barRanks.sensitivity}>
        <MenuButton
          label={words.sensitivity}
          value={sensitivityName(sensitivityMicroVolts)}
          choices={eegChoices}
          selected={String(sensitivityMicroVolts)}
          title={words.sensitivity}
          onChoose={(id) => {
            setSensitivity(props, "eeg", Number(id));
            focusPlot();
          }}
        />
      </BarTool>
      <MontageButton Preview={MontagePreview} focusPlot={focusPlot} />
      {samplingHz === null ? null : <FilterButton samplingHz={samplingHz} />}
      <RowsButton />
      <ArtifactsMenu focusPlot={focusPlot} />
      {/* They come and go with what is drawn: last, so that none of the others moves away under a press. */}
      <FitButton focusPlot={focusPlot} />
      <ShadingMenu focusPlot={focusPlot} />
      <span className={plotCss.space} />
      {samplingHz === null ? null : <StatusBadge />}
      <EngineChip engine={engine} />
      <TimeButtons focusPlot={focusPlot} />
    </>
  );
}
