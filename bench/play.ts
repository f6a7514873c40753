/** The viewer in headless Chromium, Canvas2D back end, server and browser on the same cores. */
import { type Browser, chromium, type Page } from "playwright";
import { findBrowser } from "../tests/support/prepare.mjs";
import { startServer } from "../tests/support/server.ts";
import { benchRecording } from "./recordings.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const plot = { width: 1600, height: 900 };
const playSeconds = 20;
const seeks = 60;
const changes = 30;
const opens = 5;

/** What the review page offers to tests and benches. */
interface ConnectHook {
  whenIdle(): Promise<void>;
  view(): { startMs: number; endMs: number };
  setView(startMs: number, endMs: number): void;
  play(speed: number): void;
  pause(): void;
  isComplete(): boolean;
  backend(): string;
  frameStats: {
    reset(): void;
    read(): { frames: number; intervalsMs: readonly number[]; drawsMs: readonly number[]; blankColumns: number };
  };
}
const hookOf = () => (window as unknown as { connect: ConnectHook }).connect;

export const playBenches: BenchGroup = {
  ids: [
    "app.firstTrace",
    "play.fps.median",
    "play.frame.p99",
    "play.blank",
    "play.draw.p95",
    "seek.p95",
    "seek.p95.1h",
    "seek.ratio",
    "montage.change.p95",
    "filter.change.p95",
  ],
  async run(context) {
    const executablePath = await findBrowser();
    if (executablePath === undefined) throw new Error("no Chromium found; set CHROMIUM_PATH");
    const browser = await chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"],
    });
    try {
      const day = await withPage(context, browser, 24, async (page, url) => [
        ...(await firstTrace(page, url)),
        ...(await playback(page)),
        ...(await recipeChanges(page)),
      ]);
      const long = await withPage(context, browser, 7 * 24, (page) => seekTimes(page));
      const short = await withPage(context, browser, 1, (page) => seekTimes(page));
      const note = (span: string) => `30 s page, random jumps in ${span}, complete picture drawn, ${seeks} jumps`;
      return [
        ...day,
        ms("seek.p95", percentile(long, 95), note("7 days")),
        ms("seek.p95.1h", percentile(short, 95), note("1 h")),
        {
          id: "seek.ratio",
          value: percentile(long, 95) / percentile(short, 95),
          unit: "x",
          better: "lower",
          note: "7 days over 1 h",
        },
      ];
    } finally {
      await browser.close();
    }
  },
};

const ms = (id: string, value: number, note: string): BenchResult => ({ id, value, unit: "ms", better: "lower", note });

async function withPage<T>(
  context: BenchContext,
  browser: Browser,
  hours: number,
  work: (page: Page, url: string) => Promise<T>,
): Promise<T> {
  const { dataDir, dataObjectId } = await benchRecording(context, hours);
  const server = await startServer({ dataDir });
  const page = await browser.newPage({ viewport: { width: 1760, height: 1100 }, reducedMotion: "reduce" });
  try {
    const url = `${server.url}/review/${dataObjectId}?backend=canvas2d`;
    await open(page, url);
    await fitPlot(page);
    return await work(page, url);
  } finally {
    await page.close();
    await server.stop();
  }
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => (window as unknown as { connect?: ConnectHook }).connect?.isComplete() === true);
  await page.evaluate(() => (window as unknown as { connect: ConnectHook }).connect.whenIdle());
}

/** Makes the traces canvas 1600 x 900 device pixels. */
async function fitPlot(page: Page): Promise<void> {
  const { width, height } = await page.evaluate(() => {
    const canvases = [...document.querySelectorAll("canvas")].map(({ width, height }) => ({ width, height }));
    return canvases.sort((a, b) => b.width * b.height - a.width * a.height)[0];
  });
  const viewport = page.viewportSize();
  if (viewport === null) throw new Error("no viewport");
  await page.setViewportSize({
    width: viewport.width + plot.width - width,
    height: viewport.height + plot.height - height,
  });
  await page.waitForFunction(
    ({ width, height }) =>
      [...document.querySelectorAll("canvas")].some((c) => c.width === width && c.height === height),
    plot,
  );
  await page.evaluate(() => (window as unknown as { connect: ConnectHook }).connect.whenIdle());
}

async function firstTrace(page: Page, url: string): Promise<BenchResult[]> {
  const times: number[] = [];
  for (let k = 0; k < opens; k++) {
    await page.goto("about:blank");
    const began = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => (window as unknown as { connect?: ConnectHook }).connect?.isComplete() === true);
    times.push(performance.now() - began);
  }
  await page.evaluate(() => (window as unknown as { connect: ConnectHook }).connect.whenIdle());
  return [ms("app.firstTrace", median(times), `from the address to the first complete 30 s page, median of ${opens}`)];
}

/** 22 channels as recorded, default filters, 30 s page, 1000x. */
async function playback(page: Page): Promise<BenchResult[]> {
  await chooseMontage(page, "Recording", /As recorded/);
  const read = await page.evaluate(async (seconds) => {
    const connect = (window as unknown as { connect: ConnectHook }).connect;
    const { startMs } = connect.view();
    connect.setView(startMs, startMs + 30_000);
    await connect.whenIdle();
    connect.play(1000);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    connect.frameStats.reset();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const summary = connect.frameStats.read();
    connect.pause();
    return { ...summary, backend: connect.backend() };
  }, playSeconds);
  await page.evaluate(() => (window as unknown as { connect: ConnectHook }).connect.whenIdle());
  const note = `1000x, 30 s page, 22 channels, ${plot.width} x ${plot.height}, ${read.backend}, ${read.frames} frames in ${playSeconds} s`;
  return [
    { id: "play.fps.median", value: 1000 / median(read.intervalsMs), unit: "fps", better: "higher", note },
    ms("play.frame.p99", percentile(read.intervalsMs, 99), note),
    { id: "play.blank", value: read.blankColumns, unit: "columns", better: "lower", note },
    ms("play.draw.p95", percentile(read.drawsMs, 95), note),
  ];
}

async function chooseMontage(page: Page, section: string, name: RegExp): Promise<void> {
  await page
    .getByRole("button", { name: /montage/i })
    .first()
    .click();
  await page.getByText(section, { exact: true }).first().click();
  await page.getByText(name).first().click();
  await page.evaluate(() => (window as unknown as { connect: ConnectHook }).connect.whenIdle());
}

/** Random jumps; the clock runs in the page, from the jump to the frame that drew the complete picture. */
async function seekTimes(page: Page): Promise<number[]> {
  const random = lcg(11);
  const places = Array.from({ length: seeks }, () => random());
  return page.evaluate(async (fractions) => {
    const connect = (window as unknown as { connect: ConnectHook }).connect;
    const { fileStartMs, fileEndMs } = connect.view() as unknown as { fileStartMs: number; fileEndMs: number };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times: number[] = [];
    for (const fraction of fractions) {
      const start = fileStartMs + fraction * (fileEndMs - fileStartMs - 30_000);
      const began = performance.now();
      connect.setView(start, start + 30_000);
      do await frame();
      while (!connect.isComplete());
      times.push(performance.now() - began);
      await connect.whenIdle();
    }
    return times;
  }, places);
}
void hookOf;

async function recipeChanges(page: Page): Promise<BenchResult[]> {
  const times = await page.evaluate(async (count) => {
    const connect = (window as unknown as { connect: ConnectHook }).connect as unknown as ConnectHook & {
      setMontage(id: number): void;
      setFilters(filters: { lff: number | null; hff: number | null; notch: number | null }): void;
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const timed = async (change: () => void) => {
      const began = performance.now();
      change();
      do await frame();
      while (!connect.isComplete());
      const took = performance.now() - began;
      await connect.whenIdle();
      return took;
    };
    const montages: number[] = [];
    const filters: number[] = [];
    for (let k = 0; k < count; k++) montages.push(await timed(() => connect.setMontage(1 + (k % 9))));
    for (let k = 0; k < count; k++)
      filters.push(
        await timed(() => connect.setFilters({ lff: [0.5, 1, 2][k % 3], hff: 30 + 10 * (k % 8), notch: 60 })),
      );
    return { montages, filters };
  }, changes);
  const note = `30 s page, from the change to the complete picture, ${changes} changes`;
  return [
    ms("montage.change.p95", percentile(times.montages, 95), note),
    ms("filter.change.p95", percentile(times.filters, 95), note),
  ];
}
