import { CircleAlert, FileX2 } from "lucide-react";
import { type RefObject, useCallback, useId, useMemo, useRef } from "react";
import { useSnapshot } from "valtio";
import type { TraceRenderer } from "../../../../render/types.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import { imageFootPx } from "../../images/image-layout.ts";
import css from "../../plot/Plot.module.css";
import { PlotFrame } from "../../plot/PlotFrame.tsx";
import type { ContentOptions } from "../../plot/plot-content.ts";
import { useReadout } from "../../time/use-readout.ts";
import { TimelineBar } from "../../timeline/TimelineBar.tsx";
import { PanelScrollbar } from "./PanelScrollbar.tsx";
import { RowHeads } from "./RowHeads.tsx";
import { RowNotes } from "./RowNotes.tsx";
import { RowScales } from "./RowScales.tsx";
import { TrendNotices } from "./TrendNotices.tsx";
import { TrendPictures } from "./TrendPictures.tsx";
import own from "./Trends.module.css";
import { createTrendContent } from "./trend-content.ts";
import { useTrendData, useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

export interface TrendsViewProps {
  /** Forces a back end. */
  wanted: TraceRenderer["backend"] | undefined;
  onRenderer: (renderer: TraceRenderer | null) => void;
  surface: RefObject<HTMLDivElement | null>;
  focusPlot: () => void;
  /** The field "Go to". */
  goTo: RefObject<HTMLInputElement | null>;
}

/** Titles and labels: 50 CSS px each (spec 001 section 9); the right margin holds colour bars and values. */
const headsPx = 100;
const marginPx = 126;

/** Body of the window: what is said of it, the rows of its panel and the timeline bar under them. */
export function TrendsView({ wanted, onRenderer, surface, focusPlot, goTo }: TrendsViewProps) {
  const window = useTrendsWindow();
  const { timeline, clock, annotations, recording, group } = window;
  const { isExternal } = useSnapshot(window.drawn);
  const fileStartMs = useReadout(timeline, (now) => now.fileStartMs);
  const fileEndMs = useReadout(timeline, (now) => now.fileEndMs);
  const contents = useMemo(
    () => ({
      file: { startMs: fileStartMs, endMs: fileEndMs },
      signal: group === null ? null : { segments: group.segments, samplingHz: group.sampling_hz },
      recordingStartMs: recording.start_ms,
      annotations,
    }),
    [fileStartMs, fileEndMs, group, recording, annotations],
  );
  return (
    <div className={css.window}>
      <TrendNotices />
      {isExternal ? (
        <TrendPictures headsPx={headsPx} wanted={wanted} onRenderer={onRenderer} surface={surface} />
      ) : (
        <TrendsBody wanted={wanted} onRenderer={onRenderer} surface={surface} />
      )}
      <TimelineBar timeline={timeline} clock={clock} contents={contents} focusPlot={focusPlot} goTo={goTo} />
    </div>
  );
}

/** The rows; or why there are none, where that is the same for all of them. */
function TrendsBody(props: Pick<TrendsViewProps, "wanted" | "onRenderer" | "surface">) {
  const { rows } = useTrendsWindow();
  const data = useTrendData();
  const states = rows.flatMap(({ series }) => series.map((each) => data.of(each)));
  const [{ kind, said, hasFailed }] = states;
  if (kind !== "lost" || states.some((state) => state.kind !== "lost" || state.said !== said))
    return <TrendsPlot {...props} />;
  return (
    <div className={css.empty}>
      <Face icon={hasFailed ? CircleAlert : FileX2} title={said === "" ? words.failed : said} role="alert">
        {hasFailed ? (
          <Button onPress={() => data.recordings.tryAgain()}>{words.retry}</Button>
        ) : (
          <p>{words.refusedHint}</p>
        )}
      </Face>
    </div>
  );
}

function TrendsPlot({ wanted, onRenderer, surface }: Pick<TrendsViewProps, "wanted" | "onRenderer" | "surface">) {
  const window = useTrendsWindow();
  const { rows, props } = window;
  const { artifactReductionEnabled } = useSnapshot(props);
  const elements = {
    heads: useRef<HTMLUListElement>(null),
    notes: useRef<HTMLUListElement>(null),
    scales: useRef<HTMLUListElement>(null),
    chip: useRef<HTMLDivElement>(null),
    mark: useRef<HTMLDivElement>(null),
  };
  const { heads, notes, scales, chip, mark } = elements;
  const createContent = useCallback(
    (options: ContentOptions) =>
      createTrendContent(
        window,
        {
          heads: heads.current as HTMLElement,
          notes: notes.current as HTMLElement,
          scales: scales.current as HTMLElement,
          chip: chip.current as HTMLElement,
          mark: mark.current as HTMLElement,
        },
        options,
      ),
    [window, heads, notes, scales, chip, mark],
  );
  const plotId = `trends-plot-${useId()}`;
  return (
    <PlotFrame
      id={plotId}
      label={(span) => words.label(span, artifactReductionEnabled ? words.reduction.on : words.reduction.off)}
      createContent={createContent}
      labels={
        <>
          <RowHeads heads={heads} />
          <PanelScrollbar plotId={plotId} />
        </>
      }
      over={
        <>
          <RowNotes notes={notes} />
          <div className={own.over}>
            <div ref={mark} className={own.mark} data-part="baseline-mark" hidden>
              <span />
            </div>
            <MarkingHint />
            <div ref={chip} className={css.chip} data-part="trend-reading" hidden />
          </div>
        </>
      }
      labelsPx={headsPx}
      marginPx={marginPx}
      footPx={imageFootPx}
      margin={<RowScales rows={rows} scales={scales} />}
      marginClass={own.margin}
      wanted={wanted}
      onRenderer={onRenderer}
      surface={surface}
    />
  );
}

/** While the baseline is being marked: how. */
function MarkingHint() {
  const { isOn, wasShort } = useSnapshot(useTrendsWindow().mark);
  return (
    <p role="status" className={own.marking}>
      {isOn ? (wasShort ? words.baseline.short : words.baseline.marking) : ""}
    </p>
  );
}
