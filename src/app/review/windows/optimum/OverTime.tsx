import { useEffect, useRef, useState } from "react";
import type { PageWindow } from "../../../../feed/types.ts";
import { optimumBins } from "../../../../protocol/composites.ts";
import type { SamplesBlock } from "../../../../protocol/page-codec.ts";
import { chartText } from "../../../../protocol/text/chart-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { PopoverButton } from "../../../../ui/buttons/PopoverButton.tsx";
import { useChartWindow } from "../../chart/chart-window.ts";
import { pageOf } from "../../chart/view-pages.ts";
import css from "./Optimum.module.css";
import { type OptimumWindow, seriesPeriodMs } from "./optimum-window.ts";
import { mayStand, type Outside, outsideOf, pathOf, seriesIn, stabilityOf, type Told } from "./over-time.ts";
import { words } from "./words.ts";

/** How the optimum moved over what is shown, and how long the pressure lay outside of the limits. */
export function OverTime() {
  return (
    <PopoverButton label={words.overTime} hint={words.overTimeHint} content={() => <OverTimePanel />}>
      {words.overTime}
    </PopoverButton>
  );
}

function OverTimePanel() {
  const window = useChartWindow<OptimumWindow>();
  const { analytic } = window;
  const [pages, setPages] = useState<PageWindow | null>(null);
  const [, setVersion] = useState(0);
  const told = useRef<Told | null>(null);
  useEffect(() => {
    const opened = window.openPages();
    opened.onChange = () => setVersion((now) => now + 1);
    setPages(opened);
    return () => opened[Symbol.dispose]();
  }, [window]);
  const block = window.result();
  const series = window.series();
  const recording = series !== null && "recording" in series ? series.recording : null;
  // The minutes of the window that the plot shows.
  const span =
    block === null
      ? null
      : {
          startMs: Math.floor(block.first_ms / seriesPeriodMs) * seriesPeriodMs,
          endMs: block.first_ms + (block.data.length / 2) * block.step_ms,
        };
  const wanted =
    recording === null || span === null
      ? null
      : pageOf({ recording, group: recording.groups[0] }, span, { kind: "samples" }, null);
  // Equal ones change nothing.
  useEffect(() => pages?.want(wanted === null ? [] : [wanted]));
  const page = wanted === null ? undefined : pages?.page(wanted.key);
  const failure = wanted === null ? null : (pages?.failureOf(wanted.key) ?? null);
  if (series !== null && "refused" in series) return <p className={css.empty}>{series.refused}</p>;
  if (series !== null && "problem" in series && series.problem !== "loading")
    return <p className={css.empty}>{chartText.problems[series.problem]}</p>;
  if (failure !== null) return <p className={css.empty}>{failure}</p>;
  const samples = page?.blocks[0] as SamplesBlock | undefined;
  if (block === null || span === null || recording === null) return <p className={css.empty}>{text.review.loading}</p>;
  const of = `${recording.data_object_id} ${recording.data_version}`;
  if (samples !== undefined) {
    const view = seriesIn(samples, recording.start_ms + samples.first * seriesPeriodMs, span);
    told.current = { of, span, block, view };
  }
  const now = told.current;
  if (now === null || !mayStand(now, of, span)) return <p className={css.empty}>{text.review.loading}</p>;
  const { view } = now;
  const stability = stabilityOf(view);
  const { below, above } = outsideOf(now.block, view);
  const { low, size, count } = optimumBins[analytic];
  const range = { min: low, max: low + count * size };
  const { clock } = window;
  const name = words[analytic].optimum;
  return (
    <div className={css.overTime}>
      <figure>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={words.strip(name)}>
          {([view.lla, view.ula] as const).map((limit, k) => (
            <path key={k === 0 ? "lla" : "ula"} className={css.limit} d={pathOf(limit, range)} />
          ))}
          <path className={css.optimum} d={pathOf(view.optimum, range)} />
        </svg>
        <figcaption>
          <span>{clock.dateTime(view.startMs)}</span>
          <span>{words.stripRange(range.min, range.max)}</span>
          <span>{clock.dateTime(view.startMs + view.optimum.length * seriesPeriodMs)}</span>
        </figcaption>
      </figure>
      <dl>
        <dt>{words.yieldName(name)}</dt>
        <dd>{words.yieldOver(stability?.known ?? 0, view.optimum.length)}</dd>
        <dt>{words.stability}</dt>
        <dd>{stability === null ? words.unknown : words.movedOver(stability)}</dd>
        <dt>{words.below[analytic]}</dt>
        <dd>{outside(below)}</dd>
        <dt>{words.above[analytic]}</dt>
        <dd>{outside(above)}</dd>
      </dl>
      <p>
        {words.overTimeDefinition[analytic]} {words.investigational}
      </p>
    </div>
  );
}

const outside = (side: Outside): string => (side.known === 0 ? words.unknown : words.outside(side));
