import { CircleAlert } from "lucide-react";
import { type RefObject, useId, useRef } from "react";
import { useSnapshot } from "valtio";
import { sensitivityName } from "../../../../domain/display.ts";
import { filterSummary } from "../../../../domain/filter-options.ts";
import { text } from "../../../../protocol/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { Face } from "../../../../ui/Face.tsx";
import { useReadout } from "../../timeline/use-readout.ts";
import { ChannelLabels } from "./ChannelLabels.tsx";
import type { Drawn } from "./drawn.ts";
import css from "./EegMontage.module.css";
import { useEegWindow } from "./eeg-window.ts";
import type { PlotElements } from "./plot.ts";
import { filtersOf } from "./props.ts";
import { usePlot } from "./use-plot.ts";

export interface PlotViewProps {
  drawn: Drawn;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  /** The element that takes the focus after choices in menus. */
  surface: RefObject<HTMLDivElement | null>;
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
  const hasFailed = usePlot({ window, elements, wanted, onRenderer });
  if (hasFailed) return <Face icon={CircleAlert} title={text.window.cannotDraw} role="alert" />;
  return (
    <div className={css.plot}>
      <ChannelLabels drawn={drawn} />
      <div
        ref={(element) => {
          surface.current = element;
          part("surface")(element);
        }}
        className={css.surface}
        role="img"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the plot is one tab stop; its keys belong to the window
        tabIndex={0}
        aria-label={label}
        aria-describedby={helpId}
      />
      <p id={helpId} className="visually-hidden">
        {text.plot.help}
      </p>
      <div className={css.overlay}>
        <div ref={part("annotations")} className={css.annotations} />
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
        <div />
        <div />
        <div />
      </div>
      <div ref={part("date")} className={css.date} />
      <div ref={part("axis")} className={css.axis} aria-hidden />
    </div>
  );
}
