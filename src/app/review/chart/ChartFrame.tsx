import { CircleAlert } from "lucide-react";
import { type CSSProperties, type ReactNode, type RefObject, useRef } from "react";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { text } from "../../../protocol/text/text.ts";
import type { TraceRenderer } from "../../../render/types.ts";
import { Face } from "../../../ui/notices/Face.tsx";
import { PlotSurface } from "../plot/PlotSurface.tsx";
import { overhangPx } from "./axis-strips.ts";
import css from "./Chart.module.css";
import { ChartTip, type ChartTipProps } from "./ChartTip.tsx";
import type { ChartElements, ChartOptions } from "./chart.ts";
import { type AxisControl, chartMargins } from "./chart-content.ts";
import { useChart } from "./use-chart.ts";

export interface ChartFrameProps extends ChartOptions {
  /** What the picture shows of the times that are in view, for those who cannot see it. */
  label: (span: string) => string;
  /** Over the plot: which colour is what. */
  legend: ReactNode;
  /** Over the plot while there is nothing to draw, or what there is is not whole; lets the pointer through. */
  over?: ReactNode;
  /** Told where the plot was pressed: a share of its width from the left, 0 to 1; null: Esc. */
  onPress?: ((share: number | null) => void) | undefined;
  /** What is said beside the pointer; absent: nothing is. */
  tip?: ChartTipProps["tip"] | undefined;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  /** The element that takes the focus after choices in menus. */
  surface: RefObject<HTMLDivElement | null>;
}

const margins = {
  "--chart-top": `${chartMargins.top}px`,
  "--chart-left": `${chartMargins.left}px`,
  "--chart-bottom": `${chartMargins.bottom}px`,
  "--chart-right": `${chartMargins.right}px`,
  "--chart-overhang": `${overhangPx}px`,
} as CSSProperties;

/** A chart with value axes: legend, plot, axes. React lays it out; `chart.ts` draws. Options keep their identity while nothing changes. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, legend, over, onPress, tip, createContent, xControl, yControl, wanted, onRenderer, surface } = props;
  const elements = useRef<{ -readonly [Part in keyof ChartElements]?: ChartElements[Part] }>({});
  const part =
    <Name extends keyof ChartElements>(name: Name) =>
    (element: ChartElements[Name] | null) => {
      if (element !== null) elements.current[name] = element;
    };
  const hasFailed = useChart({ createContent, xControl, yControl, elements, wanted, onRenderer });
  if (hasFailed) return <Face icon={CircleAlert} title={text.window.cannotDraw} role="alert" />;
  return (
    <div className={css.chart} style={margins}>
      <div className={css.legend}>{legend}</div>
      <canvas ref={part("yAxis")} className={css.yAxis} aria-hidden />
      <PlotSurface
        take={(element) => {
          surface.current = element;
          part("surface")(element);
        }}
        className={css.surface}
        label={label}
        onClick={({ clientX, currentTarget }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          onPress?.((clientX - left) / Math.max(1, width));
        }}
        onKeyDown={({ key }) => {
          if (key === "Escape") onPress?.(null);
        }}
      />
      <canvas ref={part("xAxis")} className={css.xAxis} aria-hidden />
      <AxisHandle take={part("yHandle")} className={css.yHandle} control={yControl} orientation="vertical" />
      <AxisHandle take={part("xHandle")} className={css.xHandle} control={xControl} orientation="horizontal" />
      <div className={css.over}>
        {over}
        {tip === undefined ? null : <ChartTip surface={surface} tip={tip} />}
      </div>
    </div>
  );
}

function AxisHandle({
  take,
  className,
  control,
  orientation,
}: {
  take: (element: HTMLDivElement | null) => void;
  className: string;
  control: AxisControl | null;
  orientation: "vertical" | "horizontal";
}) {
  if (control === null) return <div ref={take} className={className} hidden />;
  return (
    <div
      ref={take}
      className={className}
      role="slider"
      tabIndex={0}
      aria-label={control.label}
      aria-orientation={orientation}
      aria-valuenow={0}
      title={chartText.axisHint(control.kind, control.hasUsualRange === true)}
      data-kind={control.kind}
    />
  );
}
