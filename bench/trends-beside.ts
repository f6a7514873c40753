/** An EEG window that plays at 100x while the server makes the trends of its day in the background, all of it on the same cores. */
import type { BenchPage } from "./browser.ts";
import { isComplete, ms, withPage } from "./play.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const speed = 100;
/** Made beside the window: with artifact reduction and without. */
const trendSets = 2;
const builtWithinMs = 240_000;
/** Less than this beside each other says nothing. */
const leastMs = 5000;

interface Played {
  intervalsMs: number[];
  frames: number;
  blankColumns: number;
  tookMs: number;
  movedMs: number;
}

export const trendsBesideBenches: BenchGroup = {
  ids: ["trends.beside.fps", "trends.beside.frame.p95"],
  run: (context) => withPage(context, 24, beside, { OVERVIEWS: "on" }),
};

async function beside(page: BenchPage, _: string, output: () => string): Promise<BenchResult[]> {
  const made = () => output().split('"trends.built"').length - 1;
  await page.until(isComplete);
  await page.evaluate(`(async () => {
        const { connect } = window;
        const { fileStartMs } = connect.view();
        connect.setView(fileStartMs, fileStartMs + 30_000);
        await connect.whenIdle();
        connect.play(${speed});
        await new Promise((resolve) => setTimeout(resolve, 1000));
        connect.frameStats.reset();
        window.began = { at: performance.now(), startMs: connect.view().startMs };
      })()`);
  const before = made();
  const deadline = performance.now() + builtWithinMs;
  while (made() < trendSets) {
    if (performance.now() > deadline) throw new Error("The server never made the trends.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const read = await page.evaluate<Played>(`(() => {
        const { connect, began } = window;
        const summary = connect.frameStats.read();
        const [tookMs, movedMs] = [performance.now() - began.at, connect.view().startMs - began.startMs];
        connect.pause();
        return { ...summary, tookMs, movedMs };
      })()`);
  const { intervalsMs, frames, blankColumns, tookMs, movedMs } = read;
  if (tookMs < leastMs) throw new Error(`The trends were there after ${Math.round(tookMs)} ms.`);
  const rate = Math.round(movedMs / tookMs);
  const note = `30 s page of 18 rows, ${speed}x asked for and ${rate}x gone, ${trendSets - before} sets of trends of 24 h finished in ${Math.round(tookMs / 1000)} s of play, ${frames} frames, ${blankColumns} blank columns`;
  return [
    { id: "trends.beside.fps", value: 1000 / median(intervalsMs), unit: "fps", better: "higher", note },
    ms("trends.beside.frame.p95", percentile(intervalsMs, 95), note),
  ];
}
