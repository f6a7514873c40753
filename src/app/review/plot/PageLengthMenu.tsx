import { useMemo } from "react";
import { durationName, durationReadout } from "../../../domain/time/durations.ts";
import { pageLengthsOf, wholeStay } from "../../../domain/time/page-lengths.ts";
import { lengthOf } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import { fileOf, showLength } from "../time/timeline.ts";
import { useReadout } from "../time/use-readout.ts";
import { usePlotWindow } from "./plot-window.ts";

/** The readout of the page length, and the lengths that windows of this kind offer (spec 2.8). */
export function PageLengthMenu({ kind, focusPlot }: { kind: string; focusPlot: () => void }) {
  const { timeline } = usePlotWindow();
  const length = useReadout(timeline, ({ startMs, endMs }) => Math.round(endMs - startMs));
  const choices = useMemo(
    () =>
      pageLengthsOf(kind).map((ms) => ({
        id: String(ms),
        name: ms === wholeStay ? text.window.wholeStay : durationName(ms),
      })),
    [kind],
  );
  const isWhole = length >= Math.round(lengthOf(fileOf(timeline)));
  return (
    <MenuButton
      label={text.window.pageLength}
      value={durationReadout(length)}
      choices={choices}
      selected={choices.find(({ id }) => Number(id) === (isWhole ? wholeStay : length))?.id ?? null}
      title={text.window.pageSize}
      onChoose={(id) => {
        showLength(timeline, Number(id));
        focusPlot();
      }}
    />
  );
}
