import { ListTree } from "lucide-react";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import { PopoverButton } from "../../../../ui/buttons/PopoverButton.tsx";
import { Checkbox } from "../../../../ui/fields/Checkbox.tsx";
import { type DrawnSeries, useSeriesWindow } from "./series-window.ts";
import { mostChannels } from "./stored.ts";
import css from "./TimeSeries.module.css";
import { words } from "./words.ts";

/** Which signals of the group have a graph. */
export function SignalsButton({ drawn, focusPlot }: { drawn: DrawnSeries; focusPlot: () => void }) {
  const window = useSeriesWindow();
  const { group, channels } = drawn;
  if (group.channels.length < 2) return null;
  const said = words.signalsOf(channels.length, group.channels.length);
  const isFull = channels.length >= mostChannels;
  const choose = (k: number, isShown: boolean) => {
    const next = isShown ? [...channels, k].sort((a, b) => a - b) : channels.filter((each) => each !== k);
    if (next.length > 0 && next.length <= mostChannels) window.show(next);
  };
  return (
    <PopoverButton
      label={`${words.signals}: ${said}`}
      tone="quiet"
      hint={`${words.signals}: ${said}`}
      onClosed={focusPlot}
      content={() => (
        <section className={css.panel} aria-label={words.signals}>
          {group.channels.map(({ label, source_index }, k) => {
            const isShown = channels.includes(k);
            return (
              <Checkbox
                key={source_index}
                isSelected={isShown}
                isDisabled={isShown ? channels.length === 1 : isFull}
                onChange={(next) => choose(k, next)}
              >
                {bareLabel(label)}
              </Checkbox>
            );
          })}
          {isFull ? <p>{words.mostSignals(mostChannels)}</p> : null}
        </section>
      )}
    >
      <ListTree size={15} aria-hidden />
      {said}
    </PopoverButton>
  );
}
