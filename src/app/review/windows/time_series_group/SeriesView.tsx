import { type RefObject, useCallback, useMemo, useRef } from "react";
import { unitName } from "../../../../domain/montage/display.ts";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import { moveTo } from "../../../../domain/time/view-span.ts";
import { text } from "../../../../protocol/text/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { GraceBanner } from "../../plot/GraceBanner.tsx";
import plotCss from "../../plot/Plot.module.css";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot.ts";
import type { PlotWindow } from "../../plot/plot-window.ts";
import { moveView } from "../../time/timeline.ts";
import { useReadout } from "../../time/use-readout.ts";
import { TimelineBar } from "../../timeline/TimelineBar.tsx";
import { createSeriesContent } from "./series-content.ts";
import { type DrawnSeries, useSeriesWindow } from "./series-window.ts";
import css from "./TimeSeries.module.css";
import { words } from "./words.ts";

export interface SeriesViewProps {
  plot: PlotWindow;
  drawn: DrawnSeries;
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  surface: RefObject<HTMLDivElement | null>;
  focusPlot: () => void;
  goTo: RefObject<HTMLInputElement | null>;
}

/** CSS px of the column of names and axes, and of the right margin. */
const labelsPx = 110;
const marginPx = 50;
const colours = 5;

/** Body of the window: its graphs and the timeline bar under them. */
export function SeriesView({ plot, drawn, wanted, onRenderer, surface, focusPlot, goTo }: SeriesViewProps) {
  const window = useSeriesWindow();
  const { timeline, clock, recording, annotations } = plot;
  const { group, channels } = drawn;
  const axis = useRef<HTMLUListElement>(null);
  const isStopped = useReadout(timeline, (now) => now.isStopped);
  const isOutside = useReadout(timeline, (now) => now.endMs <= recording.start_ms || now.startMs >= recording.end_ms);
  const span = useReadout(timeline, ({ startMs, endMs }) => `${clock.dateTime(startMs)} to ${clock.dateTime(endMs)}`);
  const fileStartMs = useReadout(timeline, (now) => now.fileStartMs);
  const fileEndMs = useReadout(timeline, (now) => now.fileEndMs);
  const contents = useMemo(
    () => ({
      file: { startMs: fileStartMs, endMs: fileEndMs },
      signal: { segments: group.segments, samplingHz: group.sampling_hz },
      annotations,
    }),
    [fileStartMs, fileEndMs, group, annotations],
  );
  const createContent = useCallback(
    (options: ContentOptions) => createSeriesContent(window, axis.current as HTMLElement, options),
    [window],
  );
  const names = channels.map((k) => bareLabel(group.channels[k].label)).join(", ");
  return (
    <div className={plotCss.window}>
      <GraceBanner />
      {isStopped ? <Banner tone="danger">{text.timeline.serverAway}</Banner> : null}
      {isOutside ? (
        <Banner tone="warning">
          {words.outside(recording.obj_name, clock.dateTime(recording.start_ms), clock.dateTime(recording.end_ms))}{" "}
          <Button
            size="small"
            onPress={() => moveView(timeline, (now, whole) => moveTo(now, whole, recording.start_ms))}
          >
            {words.goThere}
          </Button>
        </Banner>
      ) : null}
      <PlotFrame
        id={`series-plot-${recording.data_object_id}`}
        label={words.label(names, recording.obj_name, span)}
        createContent={createContent}
        labels={
          <ul ref={axis} className={css.axes} aria-label={words.signals}>
            {channels.map((k, row) => {
              const { label, unit, is_uncalibrated } = group.channels[k];
              const said = is_uncalibrated ? text.plot.uncalibrated : unitName(unit);
              return (
                <li key={k} data-colour={row % colours} title={`${label}, ${said}`}>
                  <span className={css.name}>
                    {bareLabel(label)} <small>{unitName(unit)}</small>
                  </span>
                  <span className={css.max} aria-hidden />
                  <span className={css.value} aria-hidden />
                  <span className={css.min} aria-hidden />
                </li>
              );
            })}
          </ul>
        }
        labelsPx={labelsPx}
        marginPx={marginPx}
        margin={null}
        marginClass={css.margin}
        wanted={wanted}
        onRenderer={onRenderer}
        surface={surface}
      />
      <TimelineBar timeline={timeline} clock={clock} contents={contents} focusPlot={focusPlot} goTo={goTo} />
    </div>
  );
}
