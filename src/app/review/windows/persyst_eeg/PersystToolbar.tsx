import { useQuery } from "@tanstack/react-query";
import { useSnapshot } from "valtio";
import { sensitivityChoices, sensitivityName } from "../../../../domain/montage/display.ts";
import { eegServiceText } from "../../../../protocol/text/eeg-service-text.ts";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { WithTooltip } from "../../../../ui/notices/WithTooltip.tsx";
import { recordingInfoQuery } from "../../eeg-service/queries.ts";
import { BarTool } from "../../plot/BarTools.tsx";
import { barRanks } from "../../plot/bar-overflow.ts";
import { PageLengthMenu } from "../../plot/PageLengthMenu.tsx";
import plotCss from "../../plot/Plot.module.css";
import { StatusBadge } from "../../plot/StatusBadge.tsx";
import { TimeButtons } from "../../plot/TimeButtons.tsx";
import { persystEegKindId } from "./kind-id.ts";
import { usePersystWindow } from "./persyst-window.ts";
import { words } from "./words.ts";

const sensitivities = sensitivityChoices("eeg").map((choice) => ({
  id: String(choice),
  name: sensitivityName(choice),
}));
const { artifactReduction } = words;
const onOff = [
  { id: "on", name: artifactReduction.on },
  { id: "off", name: artifactReduction.off },
];

/** Page length, Sensitivity, Montage and AR; status and what moves the time on the right. */
export function PersystToolbar({ montage, focusPlot }: { montage: string; focusPlot: () => void }) {
  const { props, service, recording } = usePersystWindow();
  const { data: info } = useQuery(recordingInfoQuery(recording.data_object_id));
  const { sensitivityMicroVolts, isArtifactReductionEnabled: isReduced } = useSnapshot(props);
  const { montages } = useSnapshot(service);
  return (
    <>
      <PageLengthMenu kind={persystEegKindId} focusPlot={focusPlot} />
      <BarTool name={words.sensitivity} rank={barRanks.sensitivity}>
        <MenuButton
          label={words.sensitivity}
          value={sensitivityName(sensitivityMicroVolts)}
          title={words.sensitivity}
          choices={sensitivities}
          selected={String(sensitivityMicroVolts)}
          onChoose={(id) => {
            props.sensitivityMicroVolts = Number(id);
            focusPlot();
          }}
        />
      </BarTool>
      <BarTool name={words.montage} rank={barRanks.montage}>
        <MenuButton
          label={words.montage}
          value={montage}
          title={words.montage}
          choices={(montages ?? []).map((name) => ({ id: name, name }))}
          selected={montage}
          onChoose={(name) => {
            props.montage = name;
            focusPlot();
          }}
        />
      </BarTool>
      <BarTool name={artifactReduction.label} rank={barRanks.reduction}>
        <WithTooltip hint={artifactReduction.hint}>
          <MenuButton
            label={artifactReduction.label}
            value={isReduced ? artifactReduction.on : artifactReduction.off}
            shown={`${artifactReduction.label}: ${isReduced ? artifactReduction.on : artifactReduction.off}`}
            title={artifactReduction.label}
            choices={onOff}
            selected={isReduced ? "on" : "off"}
            onChoose={(id) => {
              props.isArtifactReductionEnabled = id === "on";
              focusPlot();
            }}
          />
        </WithTooltip>
      </BarTool>
      <span className={plotCss.space} />
      <StatusBadge whole={info?.is_external === true ? eegServiceText.whole : undefined} />
      <TimeButtons focusPlot={focusPlot} />
    </>
  );
}
