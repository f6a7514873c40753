import { ClipboardList } from "lucide-react";
import { useSnapshot } from "valtio";
import { IconToggle } from "../../../../ui/buttons/IconToggle.tsx";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { Facts } from "../../chart/Facts.tsx";
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
import { useDrawn } from "../../rows/montage-window.ts";
import { analysisFacts } from "./analysis-facts.ts";
import { sdKindId } from "./kind-id.ts";
import { MontagePreview } from "./MontagePreview.tsx";
import { useSdWindow } from "./sd-window.ts";
import { words } from "./words.ts";

const choices = [
  { id: "on", name: words.on },
  { id: "off", name: words.off },
];

export interface SdToolbarProps {
  engine: Engine;
  focusPlot: () => void;
}

/** The controls of the window's bar: page length, montage, automatic detection; status and the manual time range on the right. */
export function SdToolbar({ engine, focusPlot }: SdToolbarProps) {
  const window = useSdWindow();
  const { props, detection, worksheet } = window;
  const { autoDetectionEnabled } = useSnapshot(props);
  const { isOpen } = useSnapshot(worksheet.sheet);
  void useSnapshot(detection.state).version;
  const drawn = useDrawn();
  const now = autoDetectionEnabled ? words.on : words.off;
  return (
    <>
      <PageLengthMenu kind={sdKindId} focusPlot={focusPlot} />
      <MontageButton Preview={MontagePreview} focusPlot={focusPlot} />
      <BarTool name={words.auto} rank={barRanks.detection}>
        <MenuButton
          label={words.auto}
          value={now}
          shown={`${words.auto}: ${now}`}
          choices={choices}
          selected={autoDetectionEnabled ? "on" : "off"}
          title={words.auto}
          onChoose={(id) => {
            props.autoDetectionEnabled = id === "on";
            focusPlot();
          }}
        />
      </BarTool>
      <ArtifactsMenu focusPlot={focusPlot} />
      <BarTool name={words.sheet.title} rank={barRanks.sheet}>
        <IconToggle
          icon={ClipboardList}
          label={words.sheet.title}
          hint={words.sheet.list}
          isOn={isOpen}
          onChange={(next) => {
            worksheet.sheet.isOpen = next;
          }}
        />
      </BarTool>
      <span className={plotCss.space} />
      {drawn === null ? null : <StatusBadge />}
      <Facts facts={analysisFacts(window, detection)} />
      <EngineChip engine={engine} />
      <TimeButtons focusPlot={focusPlot} />
    </>
  );
}
