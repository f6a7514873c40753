import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { PageWindow } from "../../../../feed/types.ts";
import { chartText } from "../../../../protocol/text/chart-text.ts";
import { text } from "../../../../protocol/text/text.ts";
import { FactsButton, FactsList } from "../../chart/Facts.tsx";
import { StoredFactsList } from "../../chart/StoredFactsList.tsx";
import { spanOf } from "../../time/timeline.ts";
import { analyticsOf, type ShownAnalytic, shareOf, tallyPage } from "./analytic-facts.ts";
import { useSeriesWindow, useShown } from "./series-window.ts";
import css from "./TimeSeries.module.css";

/** 'About this analysis' of all analytics of the window; nothing where there are none. */
export function SeriesFacts() {
  const window = useSeriesWindow();
  useShown();
  const has = window
    .graphs()
    .some(({ traces }) =>
      traces.some((trace) => trace.renderStrategy !== "delta" && trace.content.onDemandAnalysis !== null),
    );
  return has ? <FactsButton content={() => <SeriesFactsPanel />} /> : null;
}

/** What is said is of the view as it was when the panel was opened. */
function SeriesFactsPanel() {
  const window = useSeriesWindow();
  useShown();
  const { artifacts } = useSnapshot(window.props);
  const { masks } = window.annotations;
  useSnapshot(masks.state);
  const [view] = useState(() => {
    const { startMs, endMs } = spanOf(window.timeline);
    return { startMs: Math.floor(startMs), endMs: Math.ceil(endMs) };
  });
  const [pages, setPages] = useState<PageWindow | null>(null);
  const [, setVersion] = useState(0);
  useEffect(() => {
    const opened = window.openPages();
    opened.onChange = () => setVersion((now) => now + 1);
    setPages(opened);
    return () => opened[Symbol.dispose]();
  }, [window]);
  const analytics = analyticsOf(window.graphs(), window.recordings, view.endMs - view.startMs);
  const wanted = (analytic: ShownAnalytic) =>
    analytic.channels.map((at) => tallyPage(at, view, masks.of(at.recording.data_object_id).revision));
  const all = new Map(analytics.flatMap(wanted).map((page) => [page.key, page]));
  // Equal ones change nothing.
  useEffect(() => pages?.want([...all.values()]));
  const { clock } = window;
  return (
    <div className={css.facts}>
      <p>{chartText.facts.ofView(clock.dateTime(view.startMs), clock.dateTime(view.endMs))}</p>
      {analytics.map((analytic) => {
        if (analytic.stored !== null)
          return (
            <section key={analytic.id} aria-label={analytic.title}>
              <h3>{analytic.title}</h3>
              <StoredFactsList stored={analytic.stored} clock={window.clock} />
            </section>
          );
        const own = wanted(analytic).map(({ key }) => key);
        const failed = own.flatMap((key) => pages?.failureOf(key) ?? []);
        const shares = analytic.channels.map((at, k) => shareOf(at, pages?.page(own[k])));
        const left =
          failed[0] ??
          (shares.length === 0
            ? chartText.facts.noSource
            : shares.every((share) => share !== null)
              ? shares.join("; ")
              : text.review.loading);
        const core = own.flatMap((key) => pages?.page(key)?.core ?? [])[0] ?? null;
        const said = chartText.facts.artifacts[artifacts === "out" ? "out" : "counted"];
        const { definition, parameters, source } = analytic;
        return (
          <section key={analytic.id} aria-label={analytic.title}>
            <h3>{analytic.title}</h3>
            <FactsList
              facts={{
                ...{ definition, parameters: `${parameters}; ${said}`, source: source || chartText.facts.none },
                ...{ left, core },
              }}
            />
          </section>
        );
      })}
    </div>
  );
}
