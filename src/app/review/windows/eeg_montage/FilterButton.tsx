import { SlidersHorizontal, TriangleAlert } from "lucide-react";
import { useSnapshot } from "valtio";
import { sensitivityChoices, sensitivityName } from "../../../../domain/montage/display.ts";
import type { AuxRowKind } from "../../../../domain/montage/electrodes.ts";
import {
  auxFilterSummary,
  type FilterName,
  filterOptions,
  filterSummary,
  inactiveAuxFilters,
} from "../../../../domain/montage/filter-options.ts";
import { rateText } from "../../../../domain/rate-text.ts";
import { isInactiveAt } from "../../../../protocol/acting-filters.ts";
import { text } from "../../../../protocol/text/text.ts";
import { MenuButton } from "../../../../ui/buttons/MenuButton.tsx";
import { PopoverButton } from "../../../../ui/buttons/PopoverButton.tsx";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import { BarWords } from "../../plot/BarTools.tsx";
import { auxKindsOf } from "../../rows/drawn.ts";
import { useDrawn } from "../../rows/montage-window.ts";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";
import {
  auxFiltersOf,
  auxSensitivityText,
  filtersOf,
  sensitivityOf,
  setAuxFilter,
  setFilter,
  setSensitivity,
} from "./props.ts";

const choicesOf = (kind: AuxRowKind) =>
  sensitivityChoices(kind).map((choice) => ({ id: String(choice), name: sensitivityName(choice, kind) }));
const idOf = (hz: number | null) => (hz === null ? "off" : String(hz));

/** LFF, HFF and notch: always readable on the button while there is room, changed in its popover. */
export function FilterButton({ samplingHz }: { samplingHz: number }) {
  const { props } = useEegWindow();
  const settings = useSnapshot(props);
  const filters = filtersOf(settings);
  const aux = auxFiltersOf(settings);
  const summary = filterSummary(filters, samplingHz);
  const kinds = auxKindsOf(useDrawn());
  const hasAux = kinds.length > 0;
  const sensitivity = (kind: AuxRowKind) => sensitivityName(sensitivityOf(settings, kind), kind);
  const auxSensitivity = auxSensitivityText(settings, kinds);
  const inactiveAux = hasAux ? inactiveAuxFilters(aux, samplingHz) : "";
  const isInactive =
    inactiveAux !== "" || [filters.lff, filters.hff, filters.notch].some((hz) => isInactiveAt(hz, samplingHz));
  const note = (hz: number | null) =>
    isInactiveAt(hz, samplingHz) ? text.window.inactive(rateText(samplingHz)) : null;
  const told = inactiveAux === "" ? summary : text.window.inactiveAux(summary, inactiveAux);
  return (
    <PopoverButton
      label={`${text.window.filters}: ${told}`}
      tone="quiet"
      hint={hasAux ? text.window.allFilters(summary, auxSensitivity, auxFilterSummary(aux, samplingHz)) : summary}
      content={() => (
        <>
          <dl className={css.filters}>
            {(["lff", "hff", "notch"] as const).map((name) => (
              <FilterRow
                key={name}
                name={name}
                label={text.window[name]}
                selected={filters[name]}
                note={note(filters[name])}
                onChoose={(hz) => setFilter(props, name, hz)}
              />
            ))}
          </dl>
          {hasAux ? (
            <section className={css.auxSettings} aria-label={text.window.aux}>
              <h3>{text.window.aux}</h3>
              <dl className={css.filters}>
                <dt>{text.window.sensitivity}</dt>
                <dd>
                  <div className={css.kinds}>
                    {kinds.map((kind) => (
                      <div key={kind}>
                        {text.window.kinds[kind]}
                        <MenuButton
                          label={text.window.auxSensitivity(text.window.kinds[kind])}
                          value={sensitivity(kind)}
                          choices={choicesOf(kind)}
                          selected={String(sensitivityOf(settings, kind))}
                          onChoose={(id) => setSensitivity(props, kind, Number(id))}
                        />
                      </div>
                    ))}
                  </div>
                </dd>
                {(["lff", "hff"] as const).map((name) => (
                  <FilterRow
                    key={name}
                    name={name}
                    label={text.window.auxFilter(text.window[name])}
                    selected={aux[name]}
                    note={note(aux[name])}
                    onChoose={(hz) => setAuxFilter(props, name, hz)}
                  />
                ))}
              </dl>
              <p>{text.window.auxNotch}</p>
            </section>
          ) : null}
        </>
      )}
    >
      <SlidersHorizontal size={15} aria-hidden />
      {isInactive ? <TriangleAlert className={css.inactiveSign} size={13} aria-hidden /> : null}
      <BarWords>
        <span className={css.filterText}>{told}</span>
      </BarWords>
    </PopoverButton>
  );
}

interface FilterRowProps {
  name: FilterName;
  /** Of the choices, for assistive technology: the EEG's and the others' stand in one panel. */
  label: string;
  selected: number | null;
  note: string | null;
  onChoose: (hz: number | null) => void;
}

function FilterRow({ name, label, selected, note, onChoose }: FilterRowProps) {
  const options = filterOptions[name];
  return (
    <>
      <dt>{text.window[name]}</dt>
      <dd>
        <div className={css.filterChoices}>
          <Choices
            label={label}
            choices={options.map((hz) => ({ id: idOf(hz), name: hz === null ? text.window.off : String(hz) }))}
            selected={idOf(selected)}
            onChoose={(id) => onChoose(options.find((hz) => idOf(hz) === id) ?? null)}
          />
          {text.window.hertz}
        </div>
        {note === null ? null : <p className={css.inactive}>{note}</p>}
      </dd>
    </>
  );
}
