/** An EEG page with analyses linked to it, played at 100x: frames, and how far the windows of analyses lag. Headless Chromium, Canvas2D, server and browser on the same cores. */
import type { DisplayForm } from "../src/protocol/displays.ts";
import type { BenchPage } from "./browser.ts";
import { lineGraph, trace, withDisplays } from "./displays.ts";
import { ms } from "./play.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const hour = 3_600_000;
const speed = 100;
const playSeconds = 20;
/** Where it begins, in a day. */
const fromMs = 9 * hour;

const signal = (dataKey: string) => ({ dataSource: "current_patient", dataKey, rawDataKey: "" }) as const;
const prx = {
  ...trace("prx-0", "ABP"),
  content: {
    signal: null,
    onDemandAnalysis: {
      ...{ type: "prx", abp: signal("ABP"), icp: signal("ICP") },
      ...{ calculationWindowMs: 300_000, calculationPeriodMs: 60_000 },
    },
  },
};

/** EEG of 10 s, an hour of pressures with PRx, CPPOpt of 8 hours, a histogram of a minute. */
const display: DisplayForm = {
  name: "Analyses",
  cssGridTemplate: '"a b" "c d"',
  areas: [
    { area: "a", componentId: "eeg_montage", version: 1, props: { viewDuration: 10_000, montage: 1 } },
    {
      ...{ area: "b", componentId: "time_series_group", version: 2 },
      props: {
        viewDuration: hour,
        graphs: [
          lineGraph("Pressures", "ABP", "ICP"),
          { ...lineGraph("PRx"), min: -1, max: 1, autoScale: false, traces: [prx] },
        ],
      },
    },
    { area: "c", componentId: "cppopt_plot", version: 1, props: { viewDuration: 8 * hour } },
    {
      ...{ area: "d", componentId: "histogram", version: 1 },
      props: {
        ...{ viewDuration: 60_000, binMinimum: 30, binMaximum: 170, binSize: 5, countMax: 4000 },
        modalityConfigs: [{ id: "abp", name: "ABP", dataKey: "ABP_na", color: "#c0392b", units: "mmHg" }],
      },
    },
  ],
};

export const playAnalysesBenches: BenchGroup = {
  ids: ["playa.fps.median", "playa.lag.p95"],
  run: (context) => withDisplays(context, [display], playback),
};

interface Played {
  intervalsMs: number[];
  frames: number;
  tookMs: number;
  movedMs: number;
  /** Of each frame, by window: how long ago the view held what stands in it; null: nothing stands there. ms */
  lags: Record<string, (number | null)[]>;
  /** Frames in which a window lagged by more than 200 ms and its badge did not say so. */
  unsaid: number;
}

/**
 * The lag is measured from outside: each frame's view is written down, and what a window says it is of is looked up among them. Of the time series it is the time
 * since all of its view was there. What nothing stands for counts as long as it lasts.
 */
async function playback(page: BenchPage): Promise<BenchResult[]> {
  const read = await page.evaluate<Played>(`(async () => {
    const { connect } = window;
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const { fileStartMs } = connect.view();
    connect.setView(fileStartMs + ${fromMs}, fileStartMs + ${fromMs} + 10_000);
    await connect.whenIdle();
    const charts = { c: connect.window("c"), d: connect.window("d") };
    const series = connect.window("b");
    const views = { c: [], d: [] };
    const wholeAt = { b: performance.now(), c: performance.now(), d: performance.now() };
    const lags = { b: [], c: [], d: [] };
    let [unsaid, isCounted, isWatched] = [0, false, true];
    const badges = () => document.querySelectorAll('[data-kind="behind"], [data-kind="loading"], [data-kind="building"]').length;
    const watch = (now) => {
      if (series.isComplete()) wholeAt.b = now;
      let most = now - wholeAt.b;
      if (isCounted) lags.b.push(now - wholeAt.b);
      for (const [area, chart] of Object.entries(charts)) {
        const { startMs } = chart.view();
        views[area].push({ at: now, startMs });
        while (views[area].length > 600) views[area].shift();
        const of = chart.shownOf();
        const held = of === null ? undefined : views[area].findLast((view) => view.startMs <= of.startMs);
        if (held !== undefined) wholeAt[area] = Math.max(wholeAt[area], held.at);
        const lag = now - wholeAt[area];
        most = Math.max(most, lag);
        if (isCounted) lags[area].push(lag);
      }
      if (isCounted && most > 200 && badges() === 0) unsaid++;
      if (isWatched) requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
    connect.play(${speed});
    await pause(1000);
    connect.frameStats.reset();
    isCounted = true;
    const began = performance.now();
    const from = connect.view().startMs;
    await pause(${playSeconds * 1000});
    const summary = connect.frameStats.read();
    const movedMs = connect.view().startMs - from;
    const tookMs = performance.now() - began;
    isWatched = false;
    connect.pause();
    return { ...summary, lags, unsaid, movedMs, tookMs };
  })()`);
  const { intervalsMs, frames, lags, unsaid, movedMs, tookMs } = read;
  const windows = "EEG 10 s, ABP, ICP and PRx over 1 h, CPPOpt of 8 h, histogram of 1 min, canvas2d";
  const note = `asked for ${speed}x, came to ${(movedMs / tookMs).toFixed(1)}x, ${windows}, ${frames} frames`;
  const names: Record<string, string> = { b: "time series", c: "CPPOpt", d: "histogram" };
  const known = Object.entries(lags).map(([area, all]) => [area, all.filter((lag) => lag !== null)] as const);
  const said = known.map(
    ([area, all]) => `${names[area]} p95 ${percentile(all, 95).toFixed(0)}, most ${Math.max(...all).toFixed(0)}`,
  );
  const worst = Math.max(...known.map(([, all]) => percentile(all, 95)));
  return [
    { id: "playa.fps.median", value: 1000 / median(intervalsMs), unit: "fps", better: "higher", note },
    ms(
      "playa.lag.p95",
      worst,
      `of the window that lags most: ${said.join("; ")} ms; ${unsaid} frames not said; ${note}`,
    ),
  ];
}
