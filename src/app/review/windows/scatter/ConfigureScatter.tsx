import { useState } from "react";
import { traceColours } from "../../../../domain/graphs/default-graphs.ts";
import { initialLengthsOf } from "../../../../domain/time/page-lengths.ts";
import { graphsText } from "../../../../protocol/text/graphs-text.ts";
import type { MarkShape } from "../../../../render/index.ts";
import { ColourField } from "../../../../ui/fields/ColourField.tsx";
import { Select } from "../../../../ui/fields/Select.tsx";
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
import { scatterKindId } from "./kind-id.ts";
import { periodChoices } from "./period-choices.ts";
import type { ScatterWindow } from "./scatter-window.ts";
import { nameOf, shapes, sizeLimits } from "./stored.ts";
import { words } from "./words.ts";

const lengthsMs = initialLengthsOf(scatterKindId);
const palette = ["#000000", ...traceColours];
const sides = ["x", "y"] as const;
const choices = ["yes", "no"] as const;

const settingsOf = ({ props, timeline }: ScatterWindow) => ({
  ...{ x: props.xAxisConfig, y: props.yAxisConfig, color: props.color, shape: props.shape, size: props.size },
  ...{ autoScale: props.autoScale, period: props.resamplingPeriodSeconds },
  pageMs: pageSizeOf(timeline, lengthsMs),
});
type Settings = ReturnType<typeof settingsOf>;

/** What is wrong, by field; none: nothing. */
function problemsOf({ x, y, size }: Settings): { x?: string; y?: string; size?: string } {
  const { refused } = words;
  return {
    ...(x.maxValue > x.minValue ? {} : { x: refused.range }),
    ...(y.maxValue > y.minValue ? {} : { y: refused.range }),
    ...(size > sizeLimits.most
      ? { size: refused.sizeTooLarge }
      : size < sizeLimits.least
        ? { size: refused.sizeTooSmall }
        : {}),
  };
}

/** 'Configure Scatter Plot' (spec 2.9, 2.15). */
export function ConfigureScatter({
  window,
  saving,
  onClose,
}: {
  window: ScatterWindow;
  saving: WindowSaving;
  onClose: () => void;
}) {
  const { props, timeline, recording } = window;
  const [before] = useState(() => settingsOf(window));
  const [draft, setDraft] = useState(before);
  const edit = (change: Partial<Settings>) => setDraft((now) => ({ ...now, ...change }));
  const isOther = (name: keyof Settings) =>
    JSON.stringify(draft[name]) !== JSON.stringify(before[name]) && !(name === "pageMs" && draft[name] === asItIs);
  const problems = problemsOf(draft);
  const stored = useStoredChoices(recording.patient_key);

  /** What was not touched here stays as the window has it by now. */
  const apply = () =>
    applyTo(window, () => {
      for (const side of sides) if (isOther(side)) window.setAxis(side, draft[side]);
      if (isOther("color")) props.color = draft.color;
      if (isOther("shape")) props.shape = draft.shape;
      if (isOther("size")) props.size = draft.size;
      if (isOther("autoScale")) props.autoScale = draft.autoScale;
      if (isOther("period")) props.resamplingPeriodSeconds = draft.period;
      if (isOther("pageMs")) showLength(timeline, draft.pageMs);
    });
  return (
    <ConfigureDialog
      title={words.configure}
      isChanged={(Object.keys(before) as (keyof Settings)[]).some(isOther)}
      problem={problems.x ?? problems.y ?? problems.size ?? null}
      saving={saving}
      onApply={apply}
      onClose={onClose}
    >
      <div className={css.fields}>
        <PageSizeField choicesMs={lengthsMs} chosen={draft.pageMs} onChoose={(pageMs) => edit({ pageMs })} />
        <Select
          label={words.resample}
          options={periodChoices(draft.period)}
          selected={String(draft.period)}
          onChoose={(id) => edit({ period: Number(id) })}
        />
        {sides.map((side) => (
          <fieldset key={side} className={`${css.whole} ${css.fields} ${css.group}`}>
            <legend>{words[side].range}</legend>
            <NumberField
              label={words[side].low}
              value={draft[side].minValue}
              error={problems[side]}
              onChange={(minValue) => edit({ [side]: { ...draft[side], minValue } })}
            />
            <NumberField
              label={words[side].high}
              value={draft[side].maxValue}
              onChange={(maxValue) => edit({ [side]: { ...draft[side], maxValue } })}
            />
            <div className={css.whole}>
              <ModalitySelect
                label={words[side].modality}
                recording={recording}
                chosen={nameOf(draft[side])}
                stored={stored.choices}
                onChoose={({ name: { dataKey, rawDataKey, dataSource, storedRun } }) =>
                  edit({ [side]: { ...draft[side], modality: dataKey, rawDataKey, dataSource, storedRun } })
                }
              />
            </div>
          </fieldset>
        ))}
        {stored.failure === null ? null : (
          <div className={css.whole}>
            <StoredFailure stored={stored} />
          </div>
        )}
        <Select
          label={words.shape}
          options={shapes.map((id) => ({ id, name: words.shapes[id] }))}
          selected={draft.shape}
          onChoose={(id) => edit({ shape: id as MarkShape })}
        />
        <NumberField label={words.size} value={draft.size} error={problems.size} onChange={(size) => edit({ size })} />
        <div className={css.labelled}>
          <span aria-hidden>{words.color}</span>
          <ColourField
            label={words.color}
            value={draft.color}
            onChange={(color) => edit({ color })}
            palette={palette}
            words={{ palette: graphsText.palette, hex: graphsText.hex }}
          />
        </div>
        <Select
          label={words.autoScale}
          options={choices.map((id) => ({ id, name: words[id] }))}
          selected={draft.autoScale ? "yes" : "no"}
          onChoose={(id) => edit({ autoScale: id === "yes" })}
        />
      </div>
    </ConfigureDialog>
  );
}
