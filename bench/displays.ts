/** Displays of four windows on one clock, and a day of six traces. Headless Chromium, Canvas2D, server and browser on the same cores. */
import type { Graph, LineTrace } from "../src/domain/graphs/graph.ts";
import { createLayout, type DisplayForm } from "../src/protocol/displays.ts";
import { answerAs, signIn, tokenCookie } from "../tests/support/calls.ts";
import { forgetDisplays } from "../tests/support/displays.ts";
import { type BenchPage, openBrowser } from "./browser.ts";
import { ms, timedInPage } from "./play.ts";
import { benchRecording } from "./recordings.ts";
import { startServer } from "./server.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const hour = 3_600_000;
const playSeconds = 20;
const speed = 1000;
/** Displays of four windows, and how often it is switched between them. */
const displayCount = 9;
const switches = 45;
const frameMs = 1000 / 60;

const colours: Readonly<Record<string, string>> = { ABP: "#c0392b", ICP: "#1f77b4", HR: "#2e7d32", SpO2: "#7b5ea7" };

export const trace = (id: string, dataKey: string): LineTrace => ({
  ...{ id, name: "", renderStrategy: "line", color: colours[dataKey] ?? "#1f77b4" },
  content: { signal: { dataSource: "current_patient", dataKey, rawDataKey: "" }, onDemandAnalysis: null },
});
export const lineGraph = (id: string, ...keys: string[]): Graph => ({
  ...{ id, name: id, renderStrategy: "line", min: 0, max: 100, autoScale: true },
  traces: keys.map((key, k) => trace(`${id}-${k}`, key)),
});
const heatmap = (id: string, dataKey: string): Graph => {
  const { id: traceId, name, content } = trace(`${id}-0`, dataKey);
  const scale = { colorSpectrum: "Inferno", lowerBound: 40, upperBound: 120 } as const;
  return {
    id,
    name: id,
    renderStrategy: "heatmap",
    traces: [{ id: traceId, name, content, renderStrategy: "heatmap", ...scale }],
  };
};

/** EEG of 10 s, EEG of 30 s in another montage, four traces over an hour, a day as a heatmap. */
export function fourWindows(name: string, montages: readonly [number, number]): DisplayForm {
  const [first, second] = montages;
  const series = (viewDuration: number, graphs: readonly Graph[]) => ({
    ...{ componentId: "time_series_group", version: 2 },
    props: { viewDuration, graphs },
  });
  const eeg = (viewDuration: number, montage: number) => ({
    ...{ componentId: "eeg_montage", version: 1 },
    props: { viewDuration, montage },
  });
  return {
    name,
    cssGridTemplate: '"a b" "c d"',
    areas: [
      { area: "a", ...eeg(10_000, first) },
      { area: "b", ...eeg(30_000, second) },
      { area: "c", ...series(hour, [lineGraph("Pressures", "ABP", "ICP"), lineGraph("Rates", "HR", "SpO2")]) },
      { area: "d", ...series(24 * hour, [heatmap("Heart rate", "HR")]) },
    ],
  };
}

const day: DisplayForm = {
  name: "Day",
  cssGridTemplate: '"a"',
  areas: [
    {
      ...{ area: "a", componentId: "time_series_group", version: 2 },
      props: {
        viewDuration: 60_000,
        graphs: [lineGraph("fast", "ABP", "ICP"), lineGraph("slow", "HR", "SpO2"), lineGraph("slower", "Temp", "HR")],
      },
    },
  ],
};

const montagesOf = (k: number): [number, number] => [1 + (k % 9), 1 + ((k + 4) % 9)];

export const displayBenches: BenchGroup = {
  ids: [
    "play4.fps.median",
    "play4.frame.p99",
    "play4.blank",
    "play4.skew",
    "ts.24h.first",
    "ts.24h.again",
    "display.first.p95",
    "display.switch.p95",
  ],
  run: async (context) => [
    ...(await withDisplays(context, [fourWindows("Four", [1, 2])], playback)),
    ...(await withDisplays(context, [day], dayOfTraces)),
    ...(await withDisplays(
      context,
      Array.from({ length: displayCount }, (_, k) => fourWindows(`Four ${k + 1}`, montagesOf(k))),
      switching,
    )),
  ],
};

/** A review of a day with these displays, the first of them shown; 1600 x 900 for its windows together. */
export async function withDisplays<T>(
  context: BenchContext,
  layouts: DisplayForm[],
  work: (page: BenchPage) => Promise<T>,
): Promise<T> {
  const { dataDir, dataObjectId } = await benchRecording(context, 24, { fresh: true });
  const server = await startServer({ dataDir });
  const page = await openBrowser();
  try {
    const { token } = await signIn(server.url);
    await forgetDisplays(server.url, token);
    await answerAs(server.url, token, createLayout, { name: "Demo", layouts, layout_type: "personal" });
    await page.setCookie(server.url, tokenCookie, token);
    await page.resize(1600, 1000);
    await page.goto(`${server.url}/review/${dataObjectId}?backend=canvas2d`);
    await page.until(allComplete(layouts[0].areas.filter(({ componentId }) => !isForm(componentId)).length));
    const stage = await page.evaluate<number>("document.querySelector('main').getBoundingClientRect().height");
    await page.resize(1600, Math.round(1000 + 900 - stage));
    await page.evaluate("window.connect.whenIdle()");
    return await work(page);
  } finally {
    page.close();
    await server.stop();
  }
}

/** Whether a kind of window draws no signals. */
const isForm = (componentId: string): boolean => componentId === "event_review";

export const allComplete = (windows: number) =>
  `window.connect !== undefined && connect.areas().length === ${windows} && connect.areas().every((area) => connect.window(area).isComplete())`;

interface Played {
  intervalsMs: number[];
  frames: number;
  blankColumns: number;
  /** Largest distance of a window from where the clock says, in recording ms. */
  skewMs: number;
  movedMs: number;
  tookMs: number;
}

async function playback(page: BenchPage): Promise<BenchResult[]> {
  const read = await page.evaluate<Played>(`(async () => {
    const { connect } = window;
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const { fileStartMs } = connect.view();
    connect.setView(fileStartMs, fileStartMs + 10_000);
    await connect.whenIdle();
    let skewMs = 0;
    let isWatched = true;
    const others = connect.areas().slice(1).map((area) => connect.window(area));
    const watch = () => {
      const { startMs } = connect.view();
      for (const other of others) {
        const view = other.view();
        const last = view.fileEndMs - (view.endMs - view.startMs);
        skewMs = Math.max(skewMs, Math.abs(view.startMs - Math.min(startMs, last)));
      }
      if (isWatched) requestAnimationFrame(watch);
    };
    connect.play(${speed});
    await pause(1000);
    connect.frameStats.reset();
    const began = performance.now();
    const from = connect.view().startMs;
    requestAnimationFrame(watch);
    await pause(${playSeconds * 1000});
    const summary = connect.frameStats.read();
    const movedMs = connect.view().startMs - from;
    const tookMs = performance.now() - began;
    isWatched = false;
    connect.pause();
    return { ...summary, skewMs, movedMs, tookMs };
  })()`);
  const { intervalsMs, frames, blankColumns, skewMs, movedMs, tookMs } = read;
  const real = `${Math.round(movedMs / tookMs)}x`;
  const note = `four windows in 1600 x 900, ${speed}x asked, ${real} real, canvas2d, ${frames} frames`;
  return [
    { id: "play4.fps.median", value: 1000 / median(intervalsMs), unit: "fps", better: "higher", note },
    ms("play4.frame.p99", percentile(intervalsMs, 99), note),
    { id: "play4.blank", value: blankColumns, unit: "columns", better: "lower", note },
    { id: "play4.skew", value: skewMs / (speed * frameMs), unit: "frames", better: "lower", note },
  ];
}

async function dayOfTraces(page: BenchPage): Promise<BenchResult[]> {
  const { first, again } = await page.evaluate<{ first: number; again: number[] }>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const { fileStartMs: start, fileEndMs: end } = connect.view();
    const first = await timed(() => connect.setView(start, end));
    const again = [];
    for (let k = 0; k < 15; k++) {
      connect.setView(start + k * ${hour}, start + k * ${hour} + 60_000);
      await connect.whenIdle();
      again.push(await timed(() => connect.setView(start, end)));
    }
    return { first, again };
  })()`);
  const note = "24 h of six traces, two of them at 125 Hz, drawn complete";
  return [
    ms("ts.24h.first", first, `${note}, empty cache`),
    ms("ts.24h.again", median(again), `${note}, median of ${again.length}`),
  ];
}

async function switching(page: BenchPage): Promise<BenchResult[]> {
  const { first, again } = await page.evaluate<{ first: number[]; again: number[] }>(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isShown = () => ${allComplete(4)};
    const tabs = () => [...document.querySelectorAll('[role=tablist] [role=tab]')];
    const to = async (k) => {
      const began = performance.now();
      tabs()[k].click();
      do await frame();
      while (tabs()[k].getAttribute('aria-selected') !== 'true' || !isShown());
      const took = performance.now() - began;
      await window.connect.whenIdle();
      return took;
    };
    const first = [];
    for (let k = 1; k < ${displayCount}; k++) first.push(await to(k));
    const again = [];
    for (let k = 0; k < ${switches}; k++) again.push(await to(((k * 4) % ${displayCount})));
    return { first, again };
  })()`);
  const note = "from the press on the tab to the complete picture of four windows";
  return [
    ms("display.first.p95", percentile(first, 95), `${note}, ${first.length} displays of other montages`),
    ms("display.switch.p95", percentile(again, 95), `${note}, ${again.length} switches`),
  ];
}
