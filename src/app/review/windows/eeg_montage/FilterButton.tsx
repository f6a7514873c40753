import { SlidersHorizontal } from "lucide-react";
import { useSnapshot } from "valtio";
import { type FilterName, filterOptions, filterSummary } from "../../../../domain/filter-options.ts";
import { isInactiveAt } from "../../../../protocol/acting-filters.ts";
import { text } from "../../../../protocol/text.ts";
import { Choices } from "../../../../ui/Choices.tsx";
import { PopoverButton } from "../../../../ui/PopoverButton.tsx";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";
import { filtersOf, setFilter } from "./props.ts";

const idOf = (hz: number | null) => (hz === null ? "off" : String(hz));

/** LFF, HFF and notch: always readable on the button while there is room, changed in its popover. */
export function FilterButton({ samplingHz, focusPlot }: { samplingHz: number; focusPlot: () => void }) {
  const { props } = useEegWindow();
  const filters = filtersOf(useSnapshot(props));
  const summary = filterSummary(filters, samplingHz);
  return (
    <PopoverButton
      label={`${text.window.filters}: ${summary}`}
      tone="quiet"
      hint={summary}
      onClosed={focusPlot}
      content={() => (
        <dl className={css.filters}>
          {(["lff", "hff", "notch"] as const).map((name) => (
            <FilterRow
              key={name}
              name={name}
              selected={filters[name]}
              note={isInactiveAt(filters[name], samplingHz) ? text.window.inactive(String(samplingHz)) : null}
            />
          ))}
        </dl>
      )}
    >
      <SlidersHorizontal size={15} aria-hidden />
      <span className={css.filterText}>{summary}</span>
    </PopoverButton>
  );
}

function FilterRow({ name, selected, note }: { name: FilterName; selected: number | null; note: string | null }) {
  const { props } = useEegWindow();
  const options = filterOptions[name];
  return (
    <>
      <dt>{text.window[name]}</dt>
      <dd>
        <div className={css.filterChoices}>
          <Choices
            label={text.window[name]}
            choices={options.map((hz) => ({ id: idOf(hz), name: hz === null ? text.window.off : String(hz) }))}
            selected={idOf(selected)}
            onChoose={(id) => setFilter(props, name, options.find((hz) => idOf(hz) === id) ?? null)}
          />
          {text.window.hertz}
        </div>
        {note === null ? null : <p className={css.inactive}>{note}</p>}
      </dd>
    </>
  );
}
