import { CircleAlert } from "lucide-react";
import { type CSSProperties, type RefObject, useId, useRef } from "react";
import { useSnapshot } from "valtio";
import { sensitivityName } from "../../../../domain/display.ts";
import { auxRowKinds } from "../../../../domain/electrodes.ts";
import { auxFilterSummary, filterSummary } from "../../../../domain/filter-options.ts";
import { text } from "../../../../protocol/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { Face } from "../../../../ui/Face.tsx";
import { useReadout } from "../../timeline/use-readout.ts";
import { ChannelLabels } from "./ChannelLabels.tsx";
import { auxKindsOf, type Drawn } from "./drawn.ts";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";
import type { PlotElements } from "./plot.ts";
import { auxFiltersOf, auxSensitivityText, filtersOf } from "./props.ts";
import { isScrollable } from "./row-scroll.ts";
import { usePlot } from "./use-plot.ts";

export interface PlotViewProps {
  drawn: Drawn;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  /** The element that takes the focus after choices in menus. */
  surface: RefObject<HTMLDivElement | null>;
}

/** Of the names' column, CSS px: as specified, and wider for long names up to what leaves room for the traces. */
const labelsPx = { least: 75, most: 150, perLetter: 6.6, margin: 14, bar: 14 };

function labelsWidth(drawn: Drawn): number {
  const { least, most, perLetter, margin, bar } = labelsPx;
  const longest = drawn.channels.reduce(
    (width, { name, missing, isUncalibrated }) =>
      Math.max(width, name.length * perLetter + (missing.length > 0 || isUncalibrated ? 15 : 0)),
    0,
  );
  const needed = Math.ceil(longest) + margin + (isScrollable(drawn) ? bar : 0);
  return Math.min(most, Math.max(least, needed));
}

/** Channel names, traces, axis, cursor. React lays it out; `plot.ts` draws. */
export function PlotView({ drawn, wanted, onRenderer, surface }: PlotViewProps) {
  const window = useEegWindow();
  const { timeline, props, clock } = window;
  const elements = useRef<{ -readonly [Part in keyof PlotElements]?: PlotElements[Part] }>({});
  const part = (name: keyof PlotElements) => (element: HTMLElement | null) => {
    if (element !== null) elements.current[name] = element;
  };
  const helpId = useId();
  const settings = useSnapshot(props);
  const span = useReadout(timeline, ({ startMs, endMs }) => `${clock.dateTime(startMs)} to ${clock.dateTime(endMs)}`);
  const label = text.plot.label(
    drawn.montage.name,
    span,
    sensitivityName(settings.sensitivityMicroVolts),
    filterSummary(filtersOf(settings), drawn.group.sampling_hz),
  );
  const auxKinds = auxKindsOf(drawn);
  const auxLabel = text.plot.auxLabel(
    auxSensitivityText(settings, auxKinds),
    auxFilterSummary(auxFiltersOf(settings), drawn.group.sampling_hz),
  );
  const hasFailed = usePlot({ window, elements, wanted, onRenderer });
  if (hasFailed) return <Face icon={CircleAlert} title={text.window.cannotDraw} role="alert" />;
  return (
    <div className={css.plot} style={{ "--labels": `${labelsWidth(drawn)}px` } as CSSProperties}>
      <ChannelLabels drawn={drawn} />
      <div
        ref={(element) => {
          surface.current = element;
          part("surface")(element);
        }}
        id="eeg-plot"
        className={css.surface}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the plot is one tab stop; its keys belong to the window
        tabIndex={0}
        aria-label={auxKinds.length > 0 ? `${label} ${auxLabel}` : label}
        aria-describedby={helpId}
      />
      <p id={helpId} className="visually-hidden">
        {text.plot.help}
      </p>
      <div className={css.overlay}>
        <div ref={part("annotations")} className={css.annotations} />
        <div ref={part("provisional")} className={css.provisional} data-part="provisional" />
        <div ref={part("damage")} className={css.damage} />
        <div ref={part("failures")} className={css.failures} />
        <div ref={part("line")} className={css.line} hidden />
        <div ref={part("chip")} className={css.chip} data-part="reading" hidden>
          <span />
          <span />
        </div>
        <div ref={part("pill")} className={css.pill} hidden />
      </div>
      <div ref={part("calibration")} className={css.calibration} aria-hidden>
        {["eeg", ...auxRowKinds].map((kind) => (
          <div key={kind} data-side={kind === "eeg" ? undefined : "aux"}>
            <div data-part="kinds" />
            <div />
            <div />
            <div />
          </div>
        ))}
      </div>
      <div ref={part("date")} className={css.date} />
      <div ref={part("axis")} className={css.axis} aria-hidden />
    </div>
  );
}
