import { CircleAlert } from "lucide-react";
import { type CSSProperties, type ReactNode, type RefObject, useId, useRef } from "react";
import { text } from "../../../protocol/text/text.ts";
import type { TraceRenderer } from "../../../render/types.ts";
import { Face } from "../../../ui/notices/Face.tsx";
import css from "./Plot.module.css";
import { PlotSurface } from "./PlotSurface.tsx";
import type { PlotElements, PlotOptions } from "./plot.ts";
import { usePlotWindow } from "./plot-window.ts";
import { usePlot } from "./use-plot.ts";

export interface PlotFrameProps {
  /** Of the plot's element: what scrolls it names it. */
  id: string;
  /** What the picture shows of the times that are in view, for those who cannot see it. */
  label: (span: string) => string;
  createContent: PlotOptions["createContent"];
  /** Left of the traces, in the first column. */
  labels: ReactNode;
  /** Over the traces; lets the pointer through where it does not ask for it. */
  over?: ReactNode;
  /** Widths of the left and the right column, CSS px. */
  labelsPx: number;
  marginPx: number;
  /** Height under the traces, which the axis stands in; absent: its own. CSS px */
  footPx?: number;
  /** In the right margin; handed to the content as it is. */
  margin: ReactNode;
  marginClass: string;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  /** The element that takes the focus after choices in menus. */
  surface: RefObject<HTMLDivElement | null>;
}

/** So wide is a date in one line, with what keeps it from the tags beside it. CSS px */
const datePx = 72;

/** So high is the axis. CSS px */
const axisPx = 30;

/** Labels, traces, axis, annotations, cursor. React lays it out; `plot.ts` draws. */
export function PlotFrame(props: PlotFrameProps) {
  const { id, label, createContent, labels, over, labelsPx, marginPx, footPx = axisPx, margin, marginClass } = props;
  const { wanted, onRenderer, surface } = props;
  const window = usePlotWindow();
  const elements = useRef<{ -readonly [Part in keyof PlotElements]?: PlotElements[Part] }>({});
  const part = (name: keyof PlotElements) => (element: HTMLElement | null) => {
    if (element !== null) elements.current[name] = element;
  };
  const helpId = useId();
  const hasFailed = usePlot({ window, createContent, elements, wanted, onRenderer });
  if (hasFailed) return <Face icon={CircleAlert} title={text.window.cannotDraw} role="alert" />;
  return (
    <div
      className={css.plot}
      style={{ "--labels": `${labelsPx}px`, "--margin": `${marginPx}px`, "--foot": `${footPx}px` } as CSSProperties}
    >
      {labels}
      <PlotSurface
        take={(element) => {
          surface.current = element;
          part("surface")(element);
        }}
        id={id}
        className={css.surface}
        label={label}
        describedBy={helpId}
      />
      <p id={helpId} className="visually-hidden">
        {text.plot.help}
      </p>
      <div className={css.overlay}>
        <div ref={part("masks")} className={css.masks} data-part="masks" />
        <div ref={part("annotations")} className={css.annotations} />
        <div ref={part("event")} className={css.event} data-part="event-under-review" hidden />
        <div ref={part("marked")} className={css.markedTimes} data-part="marked" />
        <div ref={part("elsewhere")} className={css.elsewhere} data-part="elsewhere" hidden />
        <p ref={part("empty")} className={css.nothing} data-part="nothing-in-view" />
        <div ref={part("provisional")} className={css.provisional} data-part="provisional" />
        <div ref={part("damage")} className={css.damage} />
        <div ref={part("failures")} className={css.failures} />
        <div ref={part("measure")} className={css.measure} data-part="measure" hidden>
          <span />
          <span className="visually-hidden" role="status" />
        </div>
        <div ref={part("line")} className={css.line} hidden />
        <div ref={part("values")} className={css.values} data-part="row-values" aria-hidden />
        <div ref={part("chip")} className={css.chip} data-part="reading" hidden>
          <span />
          <span />
        </div>
        <div ref={part("pill")} className={css.pill} hidden />
      </div>
      {over}
      <div ref={part("margin")} className={marginClass} aria-hidden>
        {margin}
      </div>
      <div ref={part("date")} className={css.date} data-part="date" data-narrow={labelsPx < datePx || undefined} />
      <div ref={part("axis")} className={css.axis} aria-hidden />
    </div>
  );
}
