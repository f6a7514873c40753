import { useState } from "react";
import { durationReadout } from "../../../../domain/time/durations.ts";
import { initialLengthsOf } from "../../../../domain/time/page-lengths.ts";
import { ModalitySelect } from "../../chart/ModalitySelect.tsx";
import { applyTo } from "../../configure/apply-to.ts";
import css from "../../configure/Configure.module.css";
import { ConfigureDialog } from "../../configure/ConfigureDialog.tsx";
import { asItIs, PageSizeField, pageSizeOf } from "../../configure/PageSizeField.tsx";
import type { WindowSaving } from "../../configure/window-saving.ts";
import { keptLength, showLength } from "../../time/timeline.ts";
import { optimumKindIds } from "./kind-id.ts";
import type { OptimumWindow } from "./optimum-window.ts";
import { words } from "./words.ts";

const sides = ["abp", "second"] as const;

const settingsOf = ({ analytic, props, timeline }: OptimumWindow) => ({
  ...{ abp: props.abp, second: props.second },
  pageMs: pageSizeOf(timeline, initialLengthsOf(optimumKindIds[analytic])),
});
type Settings = ReturnType<typeof settingsOf>;

/** 'Configure CPPOpt' and 'Configure MAPOpt' (spec 2.9, 2.16, 2.17). */
export function ConfigureOptimum({
  window,
  saving,
  onClose,
}: {
  window: OptimumWindow;
  saving: WindowSaving;
  onClose: () => void;
}) {
  const { analytic, timeline, recording } = window;
  const [before] = useState(() => settingsOf(window));
  const [lengthMs] = useState(() => keptLength(timeline));
  const [draft, setDraft] = useState(before);
  const edit = (change: Partial<Settings>) => setDraft((now) => ({ ...now, ...change }));
  const isOther = (name: keyof Settings) =>
    JSON.stringify(draft[name]) !== JSON.stringify(before[name]) && !(name === "pageMs" && draft[name] === asItIs);
  const labels = { abp: words.abp, second: words[analytic].second };

  /** What was not touched here stays as the window has it by now. */
  const apply = () =>
    applyTo(window, () => {
      for (const side of sides) if (isOther(side)) window.setSignals({ [side]: draft[side] });
      if (isOther("pageMs")) showLength(timeline, draft.pageMs);
    });
  return (
    <ConfigureDialog
      title={words[analytic].configure}
      isChanged={(Object.keys(before) as (keyof Settings)[]).some(isOther)}
      problem={null}
      saving={saving}
      onApply={apply}
      onClose={onClose}
    >
      <div className={css.fields}>
        <div className={css.whole}>
          <PageSizeField
            label={words.windowSize}
            asItIsName={durationReadout(lengthMs)}
            choicesMs={initialLengthsOf(optimumKindIds[analytic])}
            chosen={draft.pageMs}
            onChoose={(pageMs) => edit({ pageMs })}
          />
        </div>
        {sides.map((side) => (
          <div key={side} className={css.whole}>
            <ModalitySelect
              label={labels[side]}
              recording={recording}
              chosen={draft[side]}
              onChoose={({ name }) => edit({ [side]: name })}
            />
          </div>
        ))}
      </div>
    </ConfigureDialog>
  );
}
