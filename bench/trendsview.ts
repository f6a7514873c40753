/** The two windows of the EEG service: six hours of trends that are computed, jumped to and scrolled by half an hour; and images of pages, from a jump to decoded. */
import type { BenchPage } from "./browser.ts";
import { idle, isComplete, ms, withPage } from "./play.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const hourMs = 3_600_000;
/** Hours of a day that no other of them touches, with what is asked for beside a view. */
const startsHours = [0.5, 8.7, 16.9];
const rounds = 3;
const viewMs = 6 * hourMs;
const scrolls = 20;
const stepMs = 30 * 60_000;
const images = 60;
const pageMs = 30_000;

export const trendsViewBenches: BenchGroup = {
  ids: ["trends.first", "trends.scroll", "eegimage.p95"],
  run: async (context) => [
    ...(await withPage(context, 24, trends, {}, "persyst_trends")),
    await withPage(context, 24, pictures, {}, "persyst_eeg"),
  ],
};

/** `times`: until it is drawn. `frames`: from frame to frame, by the frames' own times: 16.7 ms is the next one. `askedAt`: of the last one, when what is missing was asked for. */
const timedInPage = `
const times = [];
const frames = [];
let askedAt = 0;
const timed = async (start, length) => {
  await connect.whenIdle();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const from = await new Promise((resolve) => requestAnimationFrame(resolve));
  const began = performance.now();
  connect.setView(start, start + length);
  let frame = (askedAt = await new Promise((resolve) => requestAnimationFrame(resolve)));
  while (!connect.isComplete()) frame = await new Promise((resolve) => requestAnimationFrame(resolve));
  frames.push(frame - from);
  times.push(performance.now() - began);
};`;

interface Timed {
  times: number[];
  frames: number[];
}

async function trends(page: BenchPage, url: string): Promise<BenchResult[]> {
  // The whole day once: from then on everything is computed, and kept on the server.
  await page.evaluate(`(async () => {
    const { fileStartMs, fileEndMs } = window.connect.view();
    window.connect.setView(fileStartMs, fileEndMs);
    await window.connect.whenIdle();
  })()`);
  const first: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.goto(url);
    await page.until(isComplete);
    await page.evaluate(idle);
    first.push(...(await jumps(page, startsHours)));
  }
  const scroll = await page.evaluate<Timed>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const from = connect.view().fileStartMs + ${hourMs};
    await timed(from, ${viewMs});
    times.length = frames.length = 0;
    for (let k = 1; k <= ${scrolls}; k++) await timed(from + k * ${stepMs}, ${viewMs});
    return { times, frames };
  })()`);
  const panel = "6 h of 16 rows, 1600 wide, canvas2d, computed before";
  return [
    ms(
      "trends.first",
      median(first),
      `${panel}, hours that the page has not seen, to complete and drawn, median of ${first.length}, p95 ${percentile(first, 95).toFixed(0)} ms`,
    ),
    ms(
      "trends.scroll",
      percentile(scroll.frames, 95),
      `${panel}, by 30 min, from the frame of the input to that of the picture, p95 of ${scrolls}, median ${median(scroll.frames).toFixed(1)} ms; until it is drawn in it p95 ${percentile(scroll.times, 95).toFixed(1)}, median ${median(scroll.times).toFixed(1)} ms`,
    ),
  ];
}

const jumps = (page: BenchPage, hours: readonly number[]) =>
  page.evaluate<number[]>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const { fileStartMs } = connect.view();
    for (const hour of ${JSON.stringify(hours)}) await timed(fileStartMs + hour * ${hourMs}, ${viewMs});
    return times;
  })()`);

/** An image is asked for in the first frame after the jump, and those beside it when it is decoded. */
async function pictures(page: BenchPage): Promise<BenchResult> {
  const random = lcg(5);
  const last = 24 * (hourMs / pageMs) - 8;
  const starts = Array.from({ length: images }, () => Math.floor(last * random()) * pageMs);
  const { times, decoded } = await page.evaluate<{ times: number[]; decoded: number[] }>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const decode = window.createImageBitmap.bind(window);
    let decodedAt = 0;
    window.createImageBitmap = async (...given) => {
      const bitmap = await decode(...given);
      decodedAt = performance.now();
      return bitmap;
    };
    const decoded = [];
    const { fileStartMs } = connect.view();
    for (const start of ${JSON.stringify(starts)}) {
      await timed(fileStartMs + start, ${pageMs});
      decoded.push(decodedAt - askedAt);
    }
    return { times, decoded };
  })()`);
  return ms(
    "eegimage.p95",
    percentile(decoded, 95),
    `a page of 30 s, 1600 x 900, first montage, random pages of 24 h, from the frame that asks for it to decoded, p95 of ${images}, median ${median(decoded).toFixed(1)} ms; from the jump to drawn p95 ${percentile(times, 95).toFixed(0)}, median ${median(times).toFixed(0)} ms`,
  );
}
