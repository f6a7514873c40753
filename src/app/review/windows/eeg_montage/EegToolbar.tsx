import { CalendarClock, MonitorCog } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useSnapshot } from "valtio";
import { sensitivityChoices, sensitivityName } from "../../../../domain/display.ts";
import { durationName, durationReadout, pageChoicesMs } from "../../../../domain/durations.ts";
import { setPageLength } from "../../../../domain/view-span.ts";
import { text } from "../../../../protocol/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { IconButton } from "../../../../ui/IconButton.tsx";
import { MenuButton } from "../../../../ui/MenuButton.tsx";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import { moveView } from "../../timeline/timeline.ts";
import { useReadout } from "../../timeline/use-readout.ts";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";
import { FilterButton } from "./FilterButton.tsx";
import { FitButton } from "./FitButton.tsx";
import { MontagePicker } from "./MontagePicker.tsx";
import { setSensitivity } from "./props.ts";
import { RowsButton } from "./RowsButton.tsx";
import { StatusBadge } from "./StatusBadge.tsx";

// The calendar is heavy and seldom needed: it comes when the dialog is opened.
const RangeDialog = lazy(async () => ({ default: (await import("../../timeline/RangeDialog.tsx")).RangeDialog }));
const pageChoices = pageChoicesMs.map((ms) => ({ id: String(ms), name: durationName(ms) }));
const eegChoices = sensitivityChoices("eeg").map((choice) => ({ id: String(choice), name: sensitivityName(choice) }));

export interface EegToolbarProps {
  /** Null until it is made. */
  backend: TraceRenderer["backend"] | null;
  /** It was another one before: the graphics card was lost under way. */
  hasLostGpu: boolean;
  focusPlot: () => void;
}

/** The controls of the window's bar: page length, sensitivity, montage, filters; status and the manual time range on the right. */
export function EegToolbar({ backend, hasLostGpu, focusPlot }: EegToolbarProps) {
  const { timeline, props, clock, library } = useEegWindow();
  const { sensitivityMicroVolts, montage } = useSnapshot(props);
  const length = useReadout(timeline, ({ startMs, endMs }) => Math.round(endMs - startMs));
  const [isRangeOpen, setRangeOpen] = useState(false);
  const words = text.window;
  const samplingHz = library.group(montage)?.sampling_hz ?? null;
  return (
    <>
      <MenuButton
        label={words.pageLength}
        value={durationReadout(length)}
        choices={pageChoices}
        selected={pageChoices.find(({ id }) => Number(id) === length)?.id ?? null}
        title={words.pageSize}
        onChoose={(id) => {
          moveView(timeline, (span, file) => setPageLength(span, file, Number(id)));
          focusPlot();
        }}
      />
      <MenuButton
        label={words.sensitivity}
        value={sensitivityName(sensitivityMicroVolts)}
        choices={eegChoices}
        selected={String(sensitivityMicroVolts)}
        title={words.sensitivity}
        onChoose={(id) => {
          setSensitivity(props, "eeg", Number(id));
          focusPlot();
        }}
      />
      <FitButton focusPlot={focusPlot} />
      <MontagePicker focusPlot={focusPlot} />
      {samplingHz === null ? null : <FilterButton samplingHz={samplingHz} focusPlot={focusPlot} />}
      <RowsButton focusPlot={focusPlot} />
      <span className={css.space} />
      {samplingHz === null ? null : <StatusBadge />}
      {backend === null ? null : (
        <WithTooltip hint={hasLostGpu ? text.status.gpuLost : text.status.backendHint[backend]}>
          <AriaButton className={css.status} data-kind={hasLostGpu ? "failed" : undefined} data-part="engine">
            <MonitorCog size={13} aria-hidden />
            {hasLostGpu ? (
              text.status.backend[backend]
            ) : (
              <span className="visually-hidden">{text.status.backend[backend]}</span>
            )}
          </AriaButton>
        </WithTooltip>
      )}
      <IconButton icon={CalendarClock} label={words.manualRange} onPress={() => setRangeOpen(true)} />
      {isRangeOpen ? (
        <Suspense>
          <RangeDialog
            timeline={timeline}
            clock={clock}
            onClose={() => {
              setRangeOpen(false);
              focusPlot();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
