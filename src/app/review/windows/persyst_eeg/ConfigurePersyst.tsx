import { useState } from "react";
import { useSnapshot } from "valtio";
import { sensitivityChoices, sensitivityName } from "../../../../domain/montage/display.ts";
import { filterOptions, frequencyName } from "../../../../domain/montage/filter-options.ts";
import { rateText } from "../../../../domain/rate-text.ts";
import { initialLengthsOf } from "../../../../domain/time/page-lengths.ts";
import { isInactiveAt } from "../../../../protocol/acting-filters.ts";
import { text } from "../../../../protocol/text/text.ts";
import { Select } from "../../../../ui/fields/Select.tsx";
import { applyTo } from "../../configure/apply-to.ts";
import css from "../../configure/Configure.module.css";
import { ConfigureDialog } from "../../configure/ConfigureDialog.tsx";
import { asItIs, PageSizeField, pageSizeOf } from "../../configure/PageSizeField.tsx";
import type { WindowSaving } from "../../configure/window-saving.ts";
import { showLength } from "../../time/timeline.ts";
import { persystEegKindId } from "./kind-id.ts";
import { type PersystEegWindow, usePersystWindow } from "./persyst-window.ts";
import { words } from "./words.ts";

const lengthsMs = initialLengthsOf(persystEegKindId);
const sensitivities = sensitivityChoices("eeg").map((choice) => ({
  id: String(choice),
  name: sensitivityName(choice),
}));
const filters = [
  ["LFF", "lff"],
  ["HFF", "hff"],
  ["notch", "notch"],
] as const;
const idOf = (hz: number | null) => String(hz);

/** What the dialog sets. */
const settingsOf = ({ props, timeline, montage }: PersystEegWindow) => ({
  montage: montage() ?? "",
  pageMs: pageSizeOf(timeline, lengthsMs),
  ...{ LFF: props.LFF, HFF: props.HFF, notch: props.notch, sensitivity: props.sensitivityMicroVolts },
});
type Settings = ReturnType<typeof settingsOf>;

/** 'Configure Persyst' of the EEG window (spec 2.9, 2.14). */
export function ConfigurePersyst({ saving, onClose }: { saving: WindowSaving; onClose: () => void }) {
  const window = usePersystWindow();
  const { props, timeline, service, group } = window;
  const { montages } = useSnapshot(service);
  const [before] = useState(() => settingsOf(window));
  const [draft, setDraft] = useState(before);
  const edit = (change: Partial<Settings>) => setDraft((now) => ({ ...now, ...change }));
  const isOther = (name: keyof Settings) =>
    draft[name] !== before[name] && !(name === "pageMs" && draft[name] === asItIs);

  /** What was not touched here stays as the window has it by now. */
  const apply = () =>
    applyTo(window, () => {
      if (isOther("montage")) props.montage = draft.montage;
      for (const [name] of filters) if (isOther(name)) props[name] = draft[name];
      if (isOther("sensitivity")) props.sensitivityMicroVolts = draft.sensitivity;
      if (isOther("pageMs")) showLength(timeline, draft.pageMs);
    });
  return (
    <ConfigureDialog
      title={words.configure}
      isChanged={(Object.keys(before) as (keyof Settings)[]).some(isOther)}
      saving={saving}
      onApply={apply}
      onClose={onClose}
    >
      <div className={css.fields}>
        <div className={css.whole}>
          <PageSizeField choicesMs={lengthsMs} chosen={draft.pageMs} onChoose={(pageMs) => edit({ pageMs })} />
        </div>
        <div className={css.whole}>
          <Select
            label={words.montage}
            options={(montages ?? []).map((name) => ({ id: name, name }))}
            selected={draft.montage}
            search={{ label: words.searchMontages, empty: words.noMatch }}
            onChoose={(montage) => edit({ montage })}
          />
        </div>
        {filters.map(([name, option]) => (
          <Select
            key={name}
            label={text.window.configure[option]}
            options={filterOptions[option].map((hz) => ({ id: idOf(hz), name: frequencyName(hz) }))}
            selected={idOf(draft[name])}
            hint={
              group !== null && isInactiveAt(draft[name], group.sampling_hz)
                ? text.window.inactive(rateText(group.sampling_hz))
                : undefined
            }
            onChoose={(id) => edit({ [name]: filterOptions[option].find((hz) => idOf(hz) === id) ?? null })}
          />
        ))}
        <Select
          label={words.sensitivity}
          options={sensitivities}
          selected={String(draft.sensitivity)}
          onChoose={(id) => edit({ sensitivity: Number(id) })}
        />
      </div>
    </ConfigureDialog>
  );
}
