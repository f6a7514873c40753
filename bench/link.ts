/**
 * Weak links: jumps, a jump after a burst, playback. Chromium's network conditions do not act on the sockets of workers ("Not
 * supported" by 156), so a proxy between browser and server has them: bytes a second down, and the delay of a round trip.
 */
import { type SlowLink, startSlowLink } from "../tests/support/slow-link.ts";
import type { BenchPage } from "./browser.ts";
import { isComplete, ms, withPage } from "./play.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const thin = { bytesPerSecond: 50_000, delayMs: 100 };
const good = { bytesPerSecond: 2_500_000, delayMs: 40 };
const hours = 24;
/** So long a page is read before the next jump. */
const readingMs = 3000;
const burstMs = 12_000;
const playedMs = 20_000;
const fastMs = 10_000;
/** A jump that takes so long is given up. */
const longestMs = 40_000;

export const linkBenches: BenchGroup = {
  ids: ["link.50k.first", "link.50k.exact", "link.50k.afterburst", "link.2500k.exact", "link.2500k.play100.held"],
  async run(context) {
    const link = await startSlowLink();
    try {
      return await withPage(context, hours, (page, url) => measure(page, url, link), { ALLOWED_HOSTS: link.host });
    } finally {
      await link.stop();
    }
  },
};

async function measure(page: BenchPage, url: string, link: SlowLink): Promise<BenchResult[]> {
  const direct = new URL(url);
  link.target = direct.origin.replace("localhost", "127.0.0.1");
  await page.goto(url.replace(direct.host, link.host));
  await page.until(isComplete);
  Object.assign(link, good);
  // The first jump over each of the links finds what was learned of the one before.
  const quick = (await jumps(page, { times: 11, seed: 5 })).slice(1);
  const held = await playback(page);
  Object.assign(link, thin);
  const slow = (await jumps(page, { times: 4, seed: 3 })).slice(1);
  const burst = await afterBurst(page);
  const how = `30 s page, 18 bipolar channels of 22, ${readingMs / 1000} s after the jump before, through a proxy`;
  const times = (jumped: readonly Jump[], what: keyof Jump) => jumped.map((jump) => jump[what]);
  const spread = (values: readonly number[]) =>
    `median of ${values.length}, longest ${Math.round(Math.max(...values))} ms`;
  const exact = times(quick, "exact");
  return [
    ms(
      "link.50k.first",
      median(times(slow, "first")),
      `${how}, 50 kB/s and 100 ms, every row with 64 columns at least; ${spread(times(slow, "first"))}; goal 1500`,
    ),
    ms("link.50k.exact", median(times(slow, "exact")), `the same, exact; ${spread(times(slow, "exact"))}; goal 5000`),
    ms(
      "link.50k.afterburst",
      burst.exact,
      `exact, the jump after ${burstMs / 1000} s at 100x; first picture ${Math.round(burst.first)} ms; goal 5000`,
    ),
    ms(
      "link.2500k.exact",
      median(exact),
      `${how}, 2.5 MB/s and 40 ms; ${spread(exact)}, p95 ${Math.round(percentile(exact, 95))} ms; goal 250`,
    ),
    held,
  ];
}

interface Jump {
  first: number;
  exact: number;
}

/** In the page: jumps to that part of the recording; when its picture was recognisable and when exact, in ms. */
const jumpInPage = `const jump = async (fraction) => {
  const { connect } = window;
  const { fileStartMs, fileEndMs } = connect.view();
  const start = fileStartMs + fraction * (fileEndMs - fileStartMs - 30_000);
  const began = performance.now();
  connect.setView(start, start + 30_000);
  let first = null;
  do {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (first === null && (connect.isPictured?.() || connect.isComplete())) first = performance.now() - began;
  } while (!connect.isComplete() && performance.now() - began < ${longestMs});
  first ??= performance.now() - began;
  return { first, exact: performance.now() - began };
};
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));`;

async function jumps(page: BenchPage, { times, seed }: { times: number; seed: number }): Promise<Jump[]> {
  const random = lcg(seed);
  const places = Array.from({ length: times }, () => random());
  return page.evaluate<Jump[]>(`(async () => {
    ${jumpInPage}
    const jumped = [];
    for (const fraction of ${JSON.stringify(places)}) {
      jumped.push(await jump(fraction));
      await pause(${readingMs});
    }
    return jumped;
  })()`);
}

async function afterBurst(page: BenchPage): Promise<Jump> {
  return page.evaluate<Jump>(`(async () => {
    ${jumpInPage}
    connect.play(100);
    await pause(${burstMs});
    connect.pause();
    return jump(0.77);
  })()`);
}

/** A frame is held when the view moved on by less than the time that passed, and skipped when it lacked columns. */
async function playback(page: BenchPage): Promise<BenchResult> {
  const { held, frames, blankColumns, real, fastReal, fastBlank } = await page.evaluate<{
    held: number;
    frames: number;
    blankColumns: number;
    real: number;
    fastReal: number;
    fastBlank: number;
  }>(`(async () => {
    const { connect } = window;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const { fileStartMs, fileEndMs } = connect.view();
    const start = fileStartMs + 0.31 * (fileEndMs - fileStartMs);
    connect.setView(start, start + 30_000);
    await connect.whenIdle();
    connect.play(100);
    await frame();
    await frame();
    connect.frameStats.reset();
    let held = 0;
    let frames = 0;
    let last = await frame();
    let elapsed = Number.POSITIVE_INFINITY;
    let at = connect.view().startMs;
    const began = last;
    const from = at;
    while (last - began < ${playedMs}) {
      const now = await frame();
      const { startMs } = connect.view();
      // The view may have been moved on in this frame or in the one before.
      if (frames > 0 && startMs - at < 95 * Math.min(now - last, elapsed, 200)) held++;
      frames++;
      elapsed = now - last;
      last = now;
      at = startMs;
    }
    const real = (at - from) / (last - began);
    connect.pause();
    const { blankColumns } = connect.frameStats.read();
    await connect.whenIdle();
    // A thousand times is more than the link carries: it says so, and shows every column.
    connect.play(1000);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    connect.frameStats.reset();
    const fastFrom = connect.view().startMs;
    const fastBegan = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ${fastMs}));
    const fastReal = (connect.view().startMs - fastFrom) / (performance.now() - fastBegan);
    const fastBlank = connect.frameStats.read().blankColumns;
    connect.pause();
    await connect.whenIdle();
    return { held, frames, blankColumns, real, fastReal, fastBlank };
  })()`);
  const note = `held or skipped frames of ${frames} at 100x, 2.5 MB/s and 40 ms, ${blankColumns} blank columns, ${real.toFixed(1)}x; at 1000x ${fastReal.toFixed(0)}x and ${fastBlank} blank columns; goal 0`;
  return { id: "link.2500k.play100.held", value: held, unit: "frames", better: "lower", note };
}
