import { useSnapshot } from "valtio";
import { maskedShare } from "../../../domain/annotations/masks.ts";
import { artifactText as words } from "../../../protocol/text/artifact-text.ts";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import { Banner } from "../../../ui/notices/Banner.tsx";
import { useReadout } from "../time/use-readout.ts";
import { BarTool } from "./BarTools.tsx";
import { barRanks } from "./bar-overflow.ts";
import { type ArtifactMode, artifactModes, phaseOf, rememberMasked } from "./masked-rows.ts";
import { type PlotWindow, usePlotWindow } from "./plot-window.ts";

const choices = artifactModes.map((id) => ({ id, name: words.modes[id] }));

/** What the window does with artifacts; where it leaves them out, the share of the view that they are. */
export function ArtifactsMenu({ focusPlot }: { focusPlot: () => void }) {
  const window = usePlotWindow();
  const { artifacts } = useSnapshot(window.props);
  useSnapshot(window.annotations.masks.state);
  const leftOut = useReadout(window.timeline, ({ startMs, endMs, fileStartMs, fileEndMs }) =>
    artifacts === "out" ? said(window, Math.max(startMs, fileStartMs), Math.min(endMs, fileEndMs)) : "",
  );
  const menu = (
    <MenuButton
      label={words.artifacts}
      value={artifacts === "out" ? leftOut : words.values[artifacts]}
      title={words.artifacts}
      choices={choices}
      selected={artifacts}
      onChoose={(id) => {
        window.props.artifacts = id as ArtifactMode;
        focusPlot();
      }}
    />
  );
  // That something is left out of the picture stays in view.
  return (
    <BarTool name={words.artifacts} rank={barRanks.artifacts} isPinned={artifacts === "out"}>
      {menu}
    </BarTool>
  );
}

function said({ annotations: { masks }, maskedRows }: PlotWindow, fromMs: number, toMs: number): string {
  const rows = maskedRows();
  const phase = phaseOf(masks, rows);
  if (phase !== "known") return phase === "loading" ? words.loading : words.unknown;
  return words.leftOut(maskedShare(rows.map(rememberMasked(masks)), fromMs, toMs));
}

/** Says that masks could not be had: nothing is drawn as if there were none. */
export function ArtifactsUnknown() {
  const { props, annotations, maskedRows } = usePlotWindow();
  const { artifacts } = useSnapshot(props);
  useSnapshot(annotations.masks.state);
  if (artifacts === "hide" || phaseOf(annotations.masks, maskedRows()) !== "unknown") return null;
  return <Banner tone="warning">{artifacts === "out" ? words.unknownLeftOut : words.unknownShown}</Banner>;
}
