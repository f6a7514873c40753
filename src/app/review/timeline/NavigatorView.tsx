import { useEffect, useRef } from "react";
import type { Clock } from "../../../domain/time/clock.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";
import { CoverageBar } from "../coverage/CoverageBar.tsx";
import type { Timeline } from "../time/timeline.ts";
import { useLoop } from "../time/use-loop.ts";
import { useMarked } from "../time/use-marked.ts";
import { createNavigator, type Navigator } from "./navigator.ts";
import type { TrackContents } from "./navigator-marks.ts";
import css from "./TimelineBar.module.css";

const names = {
  start: text.timeline.startHandle,
  window: text.timeline.window,
  end: text.timeline.endHandle,
} as const;

export interface NavigatorViewProps {
  timeline: Timeline;
  clock: Clock;
  contents: TrackContents;
}

const share = (ms: number, { startMs, endMs }: Span) => `${(100 * ms) / Math.max(endMs - startMs, 1)}%`;
const placeOf = ({ startMs, endMs }: Span, file: Span) => ({
  left: share(startMs - file.startMs, file),
  width: share(endMs - startMs, file),
});

/** The whole recording as a track with the view on it; what moves is drawn by `navigator.ts`. */
export function NavigatorView({ timeline, clock, contents }: NavigatorViewProps) {
  const root = useRef<HTMLDivElement>(null);
  const navigator = useRef<Navigator>(null);
  const loop = useLoop(timeline);
  const marked = useMarked(timeline);
  const lastSecond = Math.ceil((timeline.fileEndMs - timeline.fileStartMs) / 1000);
  useEffect(() => {
    const at = <E extends HTMLElement>(name: string) => {
      const found = root.current?.querySelector<E>(`[data-part="${name}"]`);
      if (!found) throw new Error(`The navigator has no ${name}.`);
      return found;
    };
    const created = createNavigator(
      {
        root: at("root"),
        track: at("track"),
        marks: at<HTMLCanvasElement>("marks"),
        skipped: at<HTMLCanvasElement>("skipped"),
        view: at("view"),
        ticks: at("ticks"),
        tip: at("tip"),
        parts: { start: at("start"), window: at("window"), end: at("end") },
      },
      timeline,
      clock,
    );
    navigator.current = created;
    return () => created.dispose();
  }, [timeline, clock]);
  useEffect(() => {
    navigator.current?.setContents(contents);
  }, [contents]);
  return (
    <div ref={root} style={{ display: "contents" }}>
      <div className={css.navigator} data-part="root">
        <div className={css.track} data-part="track">
          <canvas className={css.marks} data-part="marks" />
          <canvas className={`${css.marks} ${css.skipped}`} data-part="skipped" />
          {marked?.spans.map((span) => (
            <div key={span.startMs} className={css.marked} data-part="marked" style={placeOf(span, contents.file)} />
          ))}
          {loop === null ? null : <div className={css.loop} data-part="loop" style={placeOf(loop, contents.file)} />}
        </div>
        <CoverageBar file={contents.file} startMs={contents.recordingStartMs} />
        <div className={css.view} data-part="view" />
        <div className={css.ticks} data-part="ticks" aria-hidden />
        {(["window", "start", "end"] as const).map((part) => (
          <div
            key={part}
            role="slider"
            tabIndex={0}
            className={css.grip}
            data-part={part}
            aria-label={names[part]}
            aria-valuemin={0}
            aria-valuemax={lastSecond}
            aria-valuenow={0}
          />
        ))}
        <div className={css.tip} data-part="tip" aria-hidden />
      </div>
    </div>
  );
}
