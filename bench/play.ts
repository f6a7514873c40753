/** The viewer in headless Chromium, Canvas2D back end, server and browser on the same cores. */
import { signIn, tokenCookie } from "../tests/support/calls.ts";
import { keepDisplay } from "../tests/support/displays.ts";
import { type BenchPage, openBrowser } from "./browser.ts";
import { benchRecording } from "./recordings.ts";
import { startServer } from "./server.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const plot = { width: 1600, height: 900 };
const playSeconds = 20;
const seeks = 60;
const changes = 36;
/** Id of the montage that shows all channels as recorded. */
const asRecorded = -1;

export const isComplete = "window.connect?.isComplete()";
export const idle = "window.connect.whenIdle()";

export const playBenches: BenchGroup = {
  ids: [
    "play.fps.median",
    "play.fps.mean",
    "play.frame.p99",
    "play.blank",
    "play.real",
    "play.draw.p95",
    "view.1h.page.first",
    "view.24h.page.part",
    "view.24h.page.again",
    "montage.change.p95",
    "filter.change.p95",
    "seek.p95",
    "seek.p95.1h",
    "seek.ratio",
  ],
  async run(context) {
    const day = await withPage(context, 24, async (page) => [
      ...(await playback(page)),
      ...(await longViews(page)),
      ...(await recipeChanges(page)),
    ]);
    const long = await withPage(context, 7 * 24, seekTimes);
    const short = await withPage(context, 1, seekTimes);
    const note = (span: string) => `30 s page, random jumps in ${span}, complete picture drawn, ${seeks} jumps`;
    const ratio = percentile(long, 95) / percentile(short, 95);
    return [
      ...day,
      ms("seek.p95", percentile(long, 95), note("7 days")),
      ms("seek.p95.1h", percentile(short, 95), note("1 h")),
      { id: "seek.ratio", value: ratio, unit: "x", better: "lower", note: "p95 of 7 days over p95 of 1 h" },
    ];
  },
};

export const ms = (id: string, value: number, note: string): BenchResult => ({
  id,
  value,
  unit: "ms",
  better: "lower",
  note,
});

/** A server over a recording of so many hours, with empty caches, and its review in a browser. */
export async function withPage<T>(
  context: BenchContext,
  hours: number,
  work: (page: BenchPage, url: string, output: () => string) => Promise<T>,
  env: Record<string, string> = {},
  componentId = "eeg_montage",
): Promise<T> {
  const { dataDir, dataObjectId } = await benchRecording(context, hours, { fresh: true });
  const server = await startServer({ dataDir, env });
  const page = await openBrowser();
  try {
    const { token } = await signIn(server.url);
    await keepDisplay(server.url, token, {
      ...{ name: "One window", cssGridTemplate: '"a"' },
      areas: [{ area: "a", componentId }],
    });
    await page.setCookie(server.url, tokenCookie, token);
    const url = `${server.url}/review/${dataObjectId}?backend=canvas2d`;
    await page.resize(1760, 1100);
    await page.goto(url);
    await page.until(isComplete);
    await fitPlot(page);
    return await work(page, url, server.output);
  } finally {
    page.close();
    await server.stop();
  }
}

/** Makes the traces canvas 1600 x 900 device pixels. */
async function fitPlot(page: BenchPage): Promise<void> {
  const largest = "[...document.querySelectorAll('canvas')].sort((a, b) => b.width * b.height - a.width * a.height)[0]";
  const { width, height } = await page.evaluate<{ width: number; height: number }>(
    `(({ width, height }) => ({ width, height }))(${largest})`,
  );
  await page.resize(1760 + plot.width - width, 1100 + plot.height - height);
  await page.until(`${largest}.width === ${plot.width} && ${largest}.height === ${plot.height}`);
  await page.evaluate(idle);
}

interface Played {
  frames: number;
  intervalsMs: number[];
  drawsMs: number[];
  blankColumns: number;
  backend: string;
  tookMs: number;
  /** Recording milliseconds that the view moved on by. */
  movedMs: number;
}

/** 22 channels as recorded, default filters, 30 s page, 1000x. */
async function playback(page: BenchPage): Promise<BenchResult[]> {
  const read = await page.evaluate<Played>(`(async () => {
    const { connect } = window;
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    connect.setMontage(${asRecorded});
    const { fileStartMs } = connect.view();
    connect.setView(fileStartMs, fileStartMs + 30_000);
    await connect.whenIdle();
    connect.play(1000);
    await pause(1000);
    connect.frameStats.reset();
    const began = performance.now();
    const from = connect.view().startMs;
    await pause(${playSeconds * 1000});
    const summary = connect.frameStats.read();
    const movedMs = connect.view().startMs - from;
    const tookMs = performance.now() - began;
    connect.pause();
    await connect.whenIdle();
    connect.setMontage(1);
    await connect.whenIdle();
    return { ...summary, backend: connect.backend(), tookMs, movedMs };
  })()`);
  const { frames, intervalsMs, drawsMs, blankColumns, backend, tookMs, movedMs } = read;
  const note = `1000x, 30 s page, 22 channels, ${plot.width} x ${plot.height}, ${backend}, ${frames} frames`;
  const fps = (id: string, value: number): BenchResult => ({ id, value, unit: "fps", better: "higher", note });
  return [
    fps("play.fps.median", 1000 / median(intervalsMs)),
    fps("play.fps.mean", (frames * 1000) / tookMs),
    ms("play.frame.p99", percentile(intervalsMs, 99), note),
    { id: "play.blank", value: blankColumns, unit: "columns", better: "lower", note },
    { id: "play.real", value: movedMs / tookMs, unit: "x", better: "higher", note: `asked for 1000x; ${note}` },
    ms("play.draw.p95", percentile(drawsMs, 95), note),
  ];
}

/** In the page: runs a change and measures until the frame that drew the complete picture. */
export const timedInPage = `const timed = async (change) => {
  const began = performance.now();
  change();
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (!connect.isComplete());
  return performance.now() - began;
};`;

/** 18 bipolar channels, three filters, nothing prepared; then the day again after another view. */
async function longViews(page: BenchPage): Promise<BenchResult[]> {
  const { hour, day, again } = await page.evaluate<{ hour: number; day: number; again: number[] }>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const { fileStartMs: start, fileEndMs: end } = connect.view();
    const hour = await timed(() => connect.setView(start + 5 * 3_600_000, start + 6 * 3_600_000));
    await connect.whenIdle();
    const day = await timed(() => connect.setView(start, end));
    const again = [];
    for (let k = 0; k < 7; k++) {
      connect.setView(start + k * 3_600_000, start + k * 3_600_000 + 30_000);
      await connect.whenIdle();
      again.push(await timed(() => connect.setView(start, end)));
    }
    connect.setView(start, start + 30_000);
    await connect.whenIdle();
    return { hour, day, again };
  })()`);
  const note = "18 bipolar channels, LFF 1, HFF 30, notch 60, drawn complete";
  return [
    ms("view.1h.page.first", hour, `${note}, empty cache`),
    ms("view.24h.page.part", day, `${note}, an hour or two of it built before`),
    ms("view.24h.page.again", median(again), `${note}, median of ${again.length}`),
  ];
}

async function recipeChanges(page: BenchPage): Promise<BenchResult[]> {
  const { montages, filters } = await page.evaluate<{ montages: number[]; filters: number[] }>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const montages = [];
    const filters = [];
    for (let k = 0; k < ${changes}; k++) {
      montages.push(await timed(() => connect.setMontage(1 + ((k + 1) % 9))));
      await connect.whenIdle();
    }
    for (let k = 0; k < ${changes}; k++) {
      filters.push(await timed(() => connect.setFilters({ lff: [0.5, 1, 2][k % 3], hff: 30 + 10 * (k % 8), notch: 60 })));
      await connect.whenIdle();
    }
    return { montages, filters };
  })()`);
  const note = `30 s page, from the change to the complete picture, ${changes} changes`;
  return [
    ms("montage.change.p95", percentile(montages, 95), note),
    ms("filter.change.p95", percentile(filters, 95), note),
  ];
}

/** Random jumps; the clock runs in the page, from the jump to the frame that drew the complete picture. */
async function seekTimes(page: BenchPage): Promise<number[]> {
  const random = lcg(11);
  const places = Array.from({ length: seeks }, () => random());
  return page.evaluate<number[]>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const { fileStartMs, fileEndMs } = connect.view();
    const times = [];
    for (const fraction of ${JSON.stringify(places)}) {
      const start = fileStartMs + fraction * (fileEndMs - fileStartMs - 30_000);
      times.push(await timed(() => connect.setView(start, start + 30_000)));
      await connect.whenIdle();
    }
    return times;
  })()`);
}
