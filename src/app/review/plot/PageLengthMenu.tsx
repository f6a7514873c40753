import { useMemo } from "react";
import { useSnapshot } from "valtio";
import { lengthAtSpeed, paperSpeeds } from "../../../domain/screen-scale.ts";
import { durationName, durationReadout } from "../../../domain/time/durations.ts";
import { pageLengthsOf, wholeStay } from "../../../domain/time/page-lengths.ts";
import { lengthOf } from "../../../domain/time/view-span.ts";
import { screenText } from "../../../protocol/text/screen-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import { screenScale } from "../../screen/index.ts";
import { fileOf, showLength } from "../time/timeline.ts";
import { useReadout } from "../time/use-readout.ts";
import { usePlotWindow } from "./plot-window.ts";

const speedId = (mmPerSecond: number) => `${mmPerSecond} mm/s`;

/** The readout of the page length, and the lengths that windows of this kind offer (spec 2.8); on a measured screen paper speeds too. */
export function PageLengthMenu({ kind, focusPlot }: { kind: string; focusPlot: () => void }) {
  const { timeline } = usePlotWindow();
  const length = useReadout(timeline, ({ startMs, endMs }) => Math.round(endMs - startMs));
  const { measuredAt, pixelsPerMm } = useSnapshot(screenScale);
  const isMeasured = measuredAt !== null;
  const choices = useMemo(
    () => [
      ...(isMeasured ? paperSpeeds.map((each) => ({ id: speedId(each), name: screenText.speed(each) })) : []),
      ...pageLengthsOf(kind).map((ms) => ({
        id: String(ms),
        name: ms === wholeStay ? text.window.wholeStay : durationName(ms),
      })),
    ],
    [kind, isMeasured],
  );
  const plotPx = useReadout(timeline, (now) => now.plotPx);
  const lengthOfSpeed = (mmPerSecond: number) => lengthAtSpeed(plotPx, pixelsPerMm, mmPerSecond);
  const speed = isMeasured ? paperSpeeds.find((each) => Math.abs(lengthOfSpeed(each) - length) <= 1) : undefined;
  // One that grows with its file may be a moment behind it.
  const isAllWanted = useReadout(timeline, ({ wantedMs }) => wantedMs === wholeStay);
  const isWhole = isAllWanted || length >= Math.round(lengthOf(fileOf(timeline)));
  return (
    <MenuButton
      label={text.window.pageLength}
      value={
        speed === undefined ? durationReadout(length) : `${durationReadout(length)} \u00b7 ${screenText.speed(speed)}`
      }
      choices={choices}
      selected={
        speed === undefined
          ? (choices.find(({ id }) => Number(id) === (isWhole ? wholeStay : length))?.id ?? null)
          : speedId(speed)
      }
      title={text.window.pageSize}
      onChoose={(id) => {
        const chosen = paperSpeeds.find((each) => speedId(each) === id);
        showLength(timeline, chosen === undefined ? Number(id) : lengthOfSpeed(chosen));
        focusPlot();
      }}
    />
  );
}
