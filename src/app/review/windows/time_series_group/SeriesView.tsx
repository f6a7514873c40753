import { ChartSpline, EyeOff } from "lucide-react";
import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { moveTo } from "../../../../domain/time/view-span.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { annotationText } from "../../../../protocol/text/annotation-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import type { TraceRenderer } from "../../../../render/types.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Banner } from "../../../../ui/notices/Banner.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { ArtifactsUnknown } from "../../plot/ArtifactsMenu.tsx";
import { DamageNotice } from "../../plot/DamageNotice.tsx";
import { GraceBanner } from "../../plot/GraceBanner.tsx";
import plotCss from "../../plot/Plot.module.css";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot-content.ts";
import { WindowNotices } from "../../plot/WindowNotices.tsx";
import { moveView } from "../../time/timeline.ts";
import { useReadout } from "../../time/use-readout.ts";
import { TimelineBar } from "../../timeline/TimelineBar.tsx";
import { GraphHeads, isTitleBeside } from "./GraphHeads.tsx";
import { leftMargin } from "./graph-layout.ts";
import { createSeriesContent } from "./series-content.ts";
import { useSeriesWindow, useShown } from "./series-window.ts";
import { recordingsIn } from "./shown.ts";
import css from "./TimeSeries.module.css";
import { words } from "./words.ts";

export interface SeriesViewProps {
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  surface: RefObject<HTMLDivElement | null>;
  focusPlot: () => void;
  goTo: RefObject<HTMLInputElement | null>;
}

/** CSS px of the right margin (spec 001 section 9, Layout). */
const marginPx = 50;

/** Body of the window: its graphs and the timeline bar under them. */
export function SeriesView({ wanted, onRenderer, surface, focusPlot, goTo }: SeriesViewProps) {
  const window = useSeriesWindow();
  const shown = useShown();
  const { timeline, clock, annotations, props, recording } = window;
  const axis = useRef<HTMLCanvasElement>(null);
  const heads = useRef<HTMLUListElement>(null);
  const [isLow, setIsLow] = useState(false);
  const isStopped = useReadout(timeline, (now) => now.isStopped);
  const fileStartMs = useReadout(timeline, (now) => now.fileStartMs);
  const fileEndMs = useReadout(timeline, (now) => now.fileEndMs);
  const group = shown.sources[0]?.group;
  const contents = useMemo(
    () => ({
      file: { startMs: fileStartMs, endMs: fileEndMs },
      signal: group === undefined ? null : { segments: group.segments, samplingHz: group.sampling_hz },
      recordingStartMs: recording.start_ms,
      annotations,
    }),
    [fileStartMs, fileEndMs, group, recording, annotations],
  );
  const createContent = useCallback(
    (options: ContentOptions) =>
      createSeriesContent(
        window,
        { axis: axis.current as HTMLCanvasElement, heads: heads.current as HTMLElement, onLow: setIsLow },
        options,
      ),
    [window],
  );
  const names = shown.graphs.flatMap(({ traces }) => traces.map(({ label }) => label)).join(", ");
  return (
    <div className={plotCss.window}>
      <WindowNotices>
        <GraceBanner />
        <ArtifactsUnknown />
        {isStopped ? <Banner tone="danger">{text.timeline.serverAway}</Banner> : null}
        <DamageNotice recordings={[...new Set(shown.sources.map((source) => source.recording))]} />
        <MarksNote />
        <OutsideBanner recordings={[...new Set(shown.sources.map(({ recording }) => recording))]} />
      </WindowNotices>
      {shown.graphs.length > 0 ? (
        <PlotFrame
          id={`series-plot-${window.recording.data_object_id}`}
          label={(span) => words.label(names, span)}
          createContent={createContent}
          labels={<canvas ref={axis} className={css.axis} aria-hidden />}
          over={<GraphHeads graphs={shown.graphs} heads={heads} focusPlot={focusPlot} />}
          labelsPx={leftMargin(isLow ? shown.graphs.filter(isTitleBeside).map(({ graph }) => graph.name) : [])}
          marginPx={marginPx}
          margin={null}
          marginClass={css.margin}
          wanted={wanted}
          onRenderer={onRenderer}
          surface={surface}
        />
      ) : shown.hidden > 0 ? (
        <Face icon={EyeOff} title={words.allHidden}>
          <Button
            onPress={() => {
              props.hideEmptyGraphs = false;
            }}
          >
            {words.showEmpty(0)}
          </Button>
        </Face>
      ) : (
        <Face icon={ChartSpline} title={words.noGraphs} />
      )}
      <TimelineBar timeline={timeline} clock={clock} contents={contents} focusPlot={focusPlot} goTo={goTo} />
    </div>
  );
}

/** Says whose annotations stand over a plot of several recordings, and that there are none over others. */
function MarksNote() {
  const { recording } = useSeriesWindow();
  const whose = recordingsIn(useShown(), recording.data_object_id);
  if (whose === "own") return null;
  const name = recording.obj_name;
  return <p className={css.marks}>{whose === "both" ? annotationText.ofOne(name) : annotationText.notOfThese(name)}</p>;
}

/** Where none of the files has anything in view it says which has, and leads there. */
function OutsideBanner({ recordings }: { recordings: readonly RecordingDetail[] }) {
  const { timeline, clock } = useSeriesWindow();
  const isOutside = useReadout(
    timeline,
    (now) =>
      recordings.length > 0 &&
      recordings.every(({ start_ms, end_ms }) => now.endMs <= start_ms || now.startMs >= end_ms),
  );
  if (!isOutside) return null;
  const { obj_name, start_ms, end_ms } = recordings[0];
  return (
    <Banner tone="warning">
      {words.outside(obj_name, clock.dateTime(start_ms), clock.dateTime(end_ms))}{" "}
      <Button size="small" onPress={() => moveView(timeline, (now, whole) => moveTo(now, whole, start_ms))}>
        {words.goThere}
      </Button>
    </Banner>
  );
}
