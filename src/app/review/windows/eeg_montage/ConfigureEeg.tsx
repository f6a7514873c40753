import { useState } from "react";
import { sensitivityChoices, sensitivityName } from "../../../../domain/montage/display.ts";
import { type FilterName, filterOptions, frequencyName } from "../../../../domain/montage/filter-options.ts";
import { rateText } from "../../../../domain/rate-text.ts";
import { initialLengthsOf } from "../../../../domain/time/page-lengths.ts";
import { isInactiveAt } from "../../../../protocol/acting-filters.ts";
import { longPageText } from "../../../../protocol/text/long-page-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Select } from "../../../../ui/fields/Select.tsx";
import { applyTo } from "../../configure/apply-to.ts";
import css from "../../configure/Configure.module.css";
import { ConfigureDialog } from "../../configure/ConfigureDialog.tsx";
import { asItIs, PageSizeField, pageSizeOf } from "../../configure/PageSizeField.tsx";
import type { WindowSaving } from "../../configure/window-saving.ts";
import { setMontage } from "../../rows/montage-props.ts";
import { useMontageList } from "../../rows/montage-window.ts";
import { showLength } from "../../time/timeline.ts";
import { type EegWindow, useEegWindow } from "./eeg-window.ts";
import { filtersOf, setFilter, setSensitivity } from "./props.ts";
import { longPageModes, readLongPages } from "./shading.ts";

const words = text.window.configure;
const filterNames = ["lff", "hff", "notch"] as const satisfies readonly FilterName[];
const sensitivities = sensitivityChoices("eeg").map((choice) => ({
  id: String(choice),
  name: sensitivityName(choice),
}));
const idOf = (hz: number | null) => String(hz);

const lengthsMs = initialLengthsOf("eeg_montage");

/** What the dialog sets. */
const settingsOf = ({ props, timeline }: EegWindow) => ({
  montage: props.montage,
  pageMs: pageSizeOf(timeline, lengthsMs),
  ...filtersOf(props),
  sensitivity: props.sensitivityMicroVolts,
  longPages: props.longPages,
});
type Settings = ReturnType<typeof settingsOf>;

/** 'Configure EEG Montage' (spec 2.9, 2.11). */
export function ConfigureEeg({ saving, onClose }: { saving: WindowSaving; onClose: () => void }) {
  const window = useEegWindow();
  const { library, props, timeline } = window;
  const montages = useMontageList();
  const [before] = useState(() => settingsOf(window));
  const [draft, setDraft] = useState(before);
  const edit = (change: Partial<Settings>) => setDraft((now) => ({ ...now, ...change }));
  const isOther = (name: keyof Settings) =>
    draft[name] !== before[name] && !(name === "pageMs" && draft[name] === asItIs);
  const samplingHz = library.group(draft.montage)?.sampling_hz ?? null;

  /** What was not touched here stays as the window has it by now. */
  const apply = () =>
    applyTo(window, () => {
      if (isOther("montage")) setMontage(props, draft.montage);
      for (const name of filterNames) if (isOther(name)) setFilter(props, name, draft[name]);
      if (isOther("sensitivity")) setSensitivity(props, "eeg", draft.sensitivity);
      if (isOther("longPages")) props.longPages = draft.longPages;
      if (isOther("pageMs")) showLength(timeline, draft.pageMs);
    });
  return (
    <ConfigureDialog
      title={words.title}
      isChanged={(Object.keys(before) as (keyof Settings)[]).some(isOther)}
      saving={saving}
      onApply={apply}
      onClose={onClose}
    >
      <div className={css.fields}>
        <div className={css.whole}>
          <Select
            label={text.window.montage}
            options={montages.map(({ id, name }) => ({ id: String(id), name }))}
            selected={String(draft.montage)}
            search={{ label: words.searchMontages, empty: words.noMontage }}
            onChoose={(id) => edit({ montage: Number(id) })}
          />
        </div>
        <div className={css.whole}>
          <PageSizeField choicesMs={lengthsMs} chosen={draft.pageMs} onChoose={(pageMs) => edit({ pageMs })} />
        </div>
        {filterNames.map((name) => (
          <Select
            key={name}
            label={words[name]}
            options={filterOptions[name].map((hz) => ({ id: idOf(hz), name: frequencyName(hz) }))}
            selected={idOf(draft[name])}
            hint={
              samplingHz !== null && isInactiveAt(draft[name], samplingHz)
                ? text.window.inactive(rateText(samplingHz))
                : undefined
            }
            onChoose={(id) => edit({ [name]: filterOptions[name].find((hz) => idOf(hz) === id) ?? null })}
          />
        ))}
        <Select
          label={text.window.sensitivity}
          options={sensitivities}
          selected={String(draft.sensitivity)}
          onChoose={(id) => edit({ sensitivity: Number(id) })}
        />
        <div className={css.whole}>
          <Select
            label={longPageText.title}
            options={longPageModes.map((id) => ({ id, name: longPageText.modes[id] }))}
            selected={draft.longPages}
            onChoose={(id) => edit({ longPages: readLongPages(id) })}
          />
        </div>
      </div>
    </ConfigureDialog>
  );
}
