import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { traceColours } from "../../../../domain/graphs/default-graphs.ts";
import { initialLengthsOf } from "../../../../domain/time/page-lengths.ts";
import { graphsText } from "../../../../protocol/text/graphs-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../ui/buttons/IconButton.tsx";
import { ColourField } from "../../../../ui/fields/ColourField.tsx";
import { ModalitySelect } from "../../chart/ModalitySelect.tsx";
import { NumberField } from "../../chart/NumberField.tsx";
import { StoredFailure } from "../../chart/StoredFailure.tsx";
import { useStoredChoices } from "../../chart/use-stored-choices.ts";
import { applyTo } from "../../configure/apply-to.ts";
import css from "../../configure/Configure.module.css";
import { ConfigureDialog } from "../../configure/ConfigureDialog.tsx";
import { asItIs, PageSizeField, pageSizeOf } from "../../configure/PageSizeField.tsx";
import type { WindowSaving } from "../../configure/window-saving.ts";
import { showLength } from "../../time/timeline.ts";
import { type BinsField, binsProblems } from "./bins-config.ts";
import own from "./Histogram.module.css";
import type { HistogramWindow } from "./histogram-window.ts";
import { histogramKindId } from "./kind-id.ts";
import { addedModality, type HistogramModality, mostModalities } from "./stored.ts";
import { words } from "./words.ts";

const lengthsMs = initialLengthsOf(histogramKindId);
const palette = ["#000000", ...traceColours];
const fields = [
  ["binMinimum", words.low],
  ["binMaximum", words.high],
  ["binSize", words.size],
] as const satisfies readonly (readonly [BinsField, string])[];

const settingsOf = ({ props, timeline }: HistogramWindow) => ({
  ...{ binMinimum: props.binMinimum, binMaximum: props.binMaximum, binSize: props.binSize },
  modalities: props.modalityConfigs,
  pageMs: pageSizeOf(timeline, lengthsMs),
});
type Settings = ReturnType<typeof settingsOf>;

/** 'Configure Histogram' (spec 2.9, 2.13). */
export function ConfigureHistogram({
  window,
  saving,
  onClose,
}: {
  window: HistogramWindow;
  saving: WindowSaving;
  onClose: () => void;
}) {
  const { props, timeline, recording } = window;
  const [before] = useState(() => settingsOf(window));
  const [draft, setDraft] = useState(before);
  const edit = (change: Partial<Settings>) => setDraft((now) => ({ ...now, ...change }));
  const isOther = (name: keyof Settings) =>
    JSON.stringify(draft[name]) !== JSON.stringify(before[name]) && !(name === "pageMs" && draft[name] === asItIs);
  const problems = binsProblems(draft);
  const stored = useStoredChoices(recording.patient_key);
  const change = (position: number, next: Partial<HistogramModality>) =>
    edit({ modalities: draft.modalities.map((each, k) => (k === position ? { ...each, ...next } : each)) });
  /** What was stored is nothing of what is chosen now. */
  const choose = (position: number, next: Partial<HistogramModality>) =>
    change(position, { storedRun: undefined, ...next });
  const add = () => {
    const ids = new Set(draft.modalities.map(({ id }) => id));
    let next = draft.modalities.length + 1;
    while (ids.has(`modality-${next}`)) next++;
    edit({ modalities: [...draft.modalities, addedModality(`modality-${next}`)] });
  };

  /** What was not touched here stays as the window has it by now. */
  const apply = () =>
    applyTo(window, () => {
      for (const [name] of fields) if (isOther(name)) props[name] = draft[name];
      if (isOther("modalities")) window.setModalities(draft.modalities);
      if (isOther("pageMs")) showLength(timeline, draft.pageMs);
    });
  return (
    <ConfigureDialog
      title={words.configure}
      isChanged={(Object.keys(before) as (keyof Settings)[]).some(isOther)}
      problem={Object.values(problems)[0] ?? null}
      saving={saving}
      onApply={apply}
      onClose={onClose}
    >
      <div className={css.fields}>
        <div className={css.whole}>
          <PageSizeField choicesMs={lengthsMs} chosen={draft.pageMs} onChoose={(pageMs) => edit({ pageMs })} />
        </div>
        {fields.map(([name, label]) => (
          <NumberField
            key={name}
            label={label}
            value={draft[name]}
            error={problems[name]}
            onChange={(value) => edit({ [name]: value })}
          />
        ))}
        <section className={`${css.whole} ${own.modalities}`} aria-label={words.modalities}>
          <h3>{words.modalities}</h3>
          {draft.modalities.length === 0 ? <p className={own.none}>{words.none}</p> : null}
          {draft.modalities.map((modality, k) => (
            <div key={modality.id} className={own.modality}>
              <ModalitySelect
                label={words.modality(k + 1)}
                isLabelHidden
                recording={recording}
                chosen={modality}
                stored={stored.choices}
                onChoose={({ name, title, unit }) => choose(k, { ...name, name: title, units: unit })}
              />
              <ColourField
                label={words.colour(k + 1)}
                value={modality.color}
                onChange={(color) => change(k, { color })}
                palette={palette}
                words={{ palette: graphsText.palette, hex: graphsText.hex }}
              />
              <IconButton
                icon={Trash2}
                label={words.remove(k + 1)}
                onPress={() => edit({ modalities: draft.modalities.filter((_, at) => at !== k) })}
              />
            </div>
          ))}
          <StoredFailure stored={stored} />
          <Button onPress={add} isDisabled={draft.modalities.length >= mostModalities}>
            <Plus size={15} aria-hidden />
            {words.add}
          </Button>
        </section>
      </div>
    </ConfigureDialog>
  );
}
