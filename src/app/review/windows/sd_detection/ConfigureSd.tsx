import { useState } from "react";
import { type FilterName, frequencyName } from "../../../../domain/montage/filter-options.ts";
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
import { setMontage } from "../../rows/montage-props.ts";
import { useMontageList } from "../../rows/montage-window.ts";
import { showLength } from "../../time/timeline.ts";
import { sdKindId } from "./kind-id.ts";
import { setConfig, type TraceConfig, type TraceSet, traceSets } from "./props.ts";
import own from "./SdDetection.module.css";
import { type SdWindow, useSdWindow } from "./sd-window.ts";
import { choicesOf } from "./stored.ts";
import { words } from "./words.ts";

const lengthsMs = initialLengthsOf(sdKindId);
const legends: Record<TraceSet, string> = { eegConfig: words.configure.eeg, overlayEEGConfig: words.configure.sd };
const members = { lff: "LFF", hff: "HFF", notch: "notch" } as const satisfies Record<FilterName, keyof TraceConfig>;

/** What the dialog sets. */
const settingsOf = ({ props, timeline }: SdWindow) => ({
  montage: props.montage,
  pageMs: pageSizeOf(timeline, lengthsMs),
  eegConfig: props.eegConfig,
  overlayEEGConfig: props.overlayEEGConfig,
});
type Settings = ReturnType<typeof settingsOf>;

/** What is another in `now`. */
const changesOf = (before: TraceConfig, now: TraceConfig): Partial<TraceConfig> =>
  Object.fromEntries(
    (Object.keys(now) as (keyof TraceConfig)[])
      .filter((member) => now[member] !== before[member])
      .map((member) => [member, now[member]]),
  );

/** 'Configure SD Detection' (spec 2.9, 2.12). */
export function ConfigureSd({ saving, onClose }: { saving: WindowSaving; onClose: () => void }) {
  const window = useSdWindow();
  const { library, props, timeline } = window;
  const montages = useMontageList();
  const [before] = useState(() => settingsOf(window));
  const [draft, setDraft] = useState(before);
  const edit = (change: Partial<Settings>) => setDraft((now) => ({ ...now, ...change }));
  const samplingHz = library.group(draft.montage)?.sampling_hz ?? null;
  const isOtherMontage = draft.montage !== before.montage;
  const isOtherPage = draft.pageMs !== before.pageMs && draft.pageMs !== asItIs;
  const changes = (set: TraceSet) => changesOf(before[set], draft[set]);
  const isChanged = isOtherMontage || isOtherPage || traceSets.some((set) => Object.keys(changes(set)).length > 0);

  /** What was not touched here stays as the window has it by now. */
  const apply = () =>
    applyTo(window, () => {
      if (isOtherMontage) setMontage(props, draft.montage);
      for (const set of traceSets) if (Object.keys(changes(set)).length > 0) setConfig(props, set, changes(set));
      if (isOtherPage) showLength(timeline, draft.pageMs);
    });
  return (
    <ConfigureDialog
      title={words.configure.title}
      isChanged={isChanged}
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
            label={text.window.montage}
            options={montages.map(({ id, name }) => ({ id: String(id), name }))}
            selected={String(draft.montage)}
            search={{ label: text.window.configure.searchMontages, empty: text.window.configure.noMontage }}
            onChoose={(id) => edit({ montage: Number(id) })}
          />
        </div>
        {traceSets.map((set) => (
          <TraceFields
            key={set}
            set={set}
            config={draft[set]}
            samplingHz={samplingHz}
            onChange={(change) => setDraft((now) => ({ ...now, [set]: { ...now[set], ...change } }))}
          />
        ))}
      </div>
    </ConfigureDialog>
  );
}

interface TraceFieldsProps {
  set: TraceSet;
  config: TraceConfig;
  samplingHz: number | null;
  onChange: (change: Partial<TraceConfig>) => void;
}

/** LFF, HFF, Notch Frequency and Sensitivity of one trace set, with its own choices. */
function TraceFields({ set, config, samplingHz, onChange }: TraceFieldsProps) {
  const { filters, sensitivities } = choicesOf[set];
  return (
    <fieldset className={`${css.group} ${css.whole}`}>
      <legend>{legends[set]}</legend>
      <div className={own.sets}>
        {(Object.keys(members) as FilterName[]).map((name) => {
          const hz = config[members[name]];
          return (
            <Select
              key={name}
              label={words.configure[name]}
              options={filters[name].map((choice) => ({ id: String(choice), name: frequencyName(choice) }))}
              selected={String(hz)}
              hint={
                samplingHz !== null && isInactiveAt(hz, samplingHz)
                  ? text.window.inactive(rateText(samplingHz))
                  : undefined
              }
              onChoose={(id) =>
                onChange({ [members[name]]: filters[name].find((choice) => String(choice) === id) ?? null })
              }
            />
          );
        })}
        <Select
          label={words.configure.sensitivity}
          options={sensitivities.map((choice) => ({ id: String(choice), name: words.sensitivityName(choice) }))}
          selected={String(config.sensitivityMicroVolts)}
          onChoose={(id) => onChange({ sensitivityMicroVolts: Number(id) })}
        />
      </div>
    </fieldset>
  );
}
