/** The SD detection window: an hour of 18 bipolar channels at 256 Hz with its slow overlay, jumped to and scrolled by a minute. */
import type { BenchPage } from "./browser.ts";
import { ms, withPage } from "./play.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const hourMs = 3_600_000;
const jumps = 4;
const scrolls = 40;
const minuteMs = 60_000;

export const sdViewBenches: BenchGroup = {
  ids: ["sdview.first", "sdview.scroll"],
  run: (context) => withPage(context, 24, measured, {}, "sd_detection"),
};

interface Timed {
  /** Until both trace sets are exact and drawn. */
  traces: number[];
  /** The same from frame to frame, by the frames' own times: 16.7 ms is the next one. */
  frames: number[];
  /** Until the events are there as well. */
  whole: number[];
}

async function measured(page: BenchPage): Promise<BenchResult[]> {
  const alone = await firstLooks(page, { from: 1.6, isDetected: false });
  const first = await firstLooks(page, { from: 4.6, isDetected: true });
  const scroll = await scrolled(page);
  const plot = "18 bipolar channels at 256 Hz, 1 to 30 Hz and 0.005 to 0.5 Hz, 1600 x 900, canvas2d";
  const said = (times: Timed) => `with events median ${median(times.whole).toFixed(0)} ms`;
  return [
    ms(
      "sdview.first",
      median(first.traces),
      `an hour not seen before, both trace sets drawn, ${plot}, median of ${jumps}; ${said(first)}; ${median(alone.traces).toFixed(0)} ms with Auto-SD-detection off`,
    ),
    ms(
      "sdview.scroll",
      percentile(scroll.frames, 95),
      `by a minute, from the frame of the input to that of the traces, p95 of ${scrolls}, median ${median(scroll.frames).toFixed(1)} ms; until they are drawn in it p95 ${percentile(scroll.traces, 95).toFixed(1)}, median ${median(scroll.traces).toFixed(1)} ms; ${said(scroll)}`,
    ),
  ];
}

const timedInPage = `
const times = { traces: [], frames: [], whole: [] };
const timed = async (change) => {
  await connect.whenIdle();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const from = await new Promise((resolve) => requestAnimationFrame(resolve));
  const began = performance.now();
  change();
  let frame;
  do {
    frame = await new Promise((resolve) => requestAnimationFrame(resolve));
  } while (!connect.isTraced());
  times.frames.push(frame - from);
  times.traces.push(performance.now() - began);
  while (!connect.isComplete()) await new Promise((resolve) => requestAnimationFrame(resolve));
  times.whole.push(performance.now() - began);
};`;

/** Hours that nobody looked at before, with two hours between any of both turns, so that none was fetched ahead. */
function firstLooks(page: BenchPage, { from, isDetected }: { from: number; isDetected: boolean }): Promise<Timed> {
  const random = lcg(5);
  const hours = Array.from({ length: jumps }, (_, k) => from + 6 * k + 0.4 * random());
  return page.evaluate<Timed>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    connect.setAutoDetection(${isDetected});
    const { fileStartMs } = connect.view();
    for (const hour of ${JSON.stringify(hours)}) {
      const start = fileStartMs + Math.round(hour * ${hourMs});
      await timed(() => connect.setView(start, start + ${hourMs}));
    }
    return times;
  })()`);
}

function scrolled(page: BenchPage): Promise<Timed> {
  return page.evaluate<Timed>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const from = connect.view().fileStartMs + 5 * ${hourMs};
    connect.setView(from, from + ${hourMs});
    for (let k = 1; k <= ${scrolls}; k++) {
      const start = from + k * ${minuteMs};
      await timed(() => connect.setView(start, start + ${hourMs}));
    }
    return times;
  })()`);
}
