import { durationName, durationReadout, pageChoicesMs } from "../../../domain/time/durations.ts";
import { setPageLength } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import { MenuButton } from "../../../ui/buttons/MenuButton.tsx";
import { moveView } from "../time/timeline.ts";
import { useReadout } from "../time/use-readout.ts";
import { usePlotWindow } from "./plot-window.ts";

const choices = pageChoicesMs.map((ms) => ({ id: String(ms), name: durationName(ms) }));

/** The readout of the page length, and the lengths to choose from (spec 2.8). */
export function PageLengthMenu({ focusPlot }: { focusPlot: () => void }) {
  const { timeline } = usePlotWindow();
  const length = useReadout(timeline, ({ startMs, endMs }) => Math.round(endMs - startMs));
  return (
    <MenuButton
      label={text.window.pageLength}
      value={durationReadout(length)}
      choices={choices}
      selected={choices.find(({ id }) => Number(id) === length)?.id ?? null}
      title={text.window.pageSize}
      onChoose={(id) => {
        moveView(timeline, (span, file) => setPageLength(span, file, Number(id)));
        focusPlot();
      }}
    />
  );
}
