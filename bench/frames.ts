/**
 * How many frames a reader waits: frame callbacks from an input at a random phase of the frame to the one that drew the
 * complete picture. A bench that polls frames sees only multiples of 16.7 ms, so milliseconds stand beside in the note.
 */
import type { BenchPage } from "./browser.ts";
import { ask, withClient } from "./page.ts";
import { withPage } from "./play.ts";
import { lcg, median, percentile } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const flips = 60;
const changes = 60;
const seeks = 60;
/** The first jumps are not counted: programs that just started are still compiled. */
const untoldSeeks = 8;
const askedBeforeMs = 1100;
/** What is asked for beside a page: filters warm up on it, and tiles end there. */
const besideMs = 20_000;

export const frameBenches: readonly BenchGroup[] = [
  {
    ids: ["flip.frames.p95", "montage.change.frames.p95", "filter.change.frames.p95"],
    run: (context) => withPage(context, 24, async (page) => [await flipped(page), ...(await changed(page))]),
  },
  {
    ids: ["seek.frames.p95"],
    run: (context) => withPage(context, 24, async (page, url) => [await sought(page, url)]),
  },
];

interface Waited {
  frames: number[];
  ms: number[];
}

/** In the page: runs a change at a random phase of a frame, and counts the frames until the complete picture is drawn. */
const countedInPage = `
const frames = [];
const times = [];
const counted = async (change) => {
  await connect.whenIdle();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const until = performance.now() + Math.random() * 17;
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
  const began = performance.now();
  change();
  let count = 0;
  do {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    count++;
  } while (!connect.isComplete());
  frames.push(count);
  times.push(performance.now() - began);
};`;

async function flipped(page: BenchPage): Promise<BenchResult> {
  const waited = await page.evaluate<Waited>(`(async () => {
    const { connect } = window;
    ${countedInPage}
    const { fileStartMs } = connect.view();
    connect.setView(fileStartMs + 3_600_000, fileStartMs + 3_630_000);
    for (let k = 0; k < ${flips}; k++) {
      const { startMs, endMs } = connect.view();
      const by = k % 4 === 3 ? -30_000 : 30_000;
      await counted(() => connect.setView(startMs + by, endMs + by));
    }
    return { frames, ms: times };
  })()`);
  return result("flip.frames.p95", waited, `30 s page, to the next or the one before, ${flips} flips`);
}

async function changed(page: BenchPage): Promise<BenchResult[]> {
  const { montages, filters } = await page.evaluate<{ montages: Waited; filters: Waited }>(`(async () => {
    const { connect } = window;
    ${countedInPage}
    // Recipes that were not shown before: no tile of theirs is here.
    const filtersAt = (k) => ({ lff: [0.5, 1, 2, 3][k % 4], hff: 30 + 10 * ((k >> 2) % 8), notch: [50, 60][(k >> 5) % 2] });
    for (let k = 0; k < ${changes}; k++) {
      connect.setFilters(filtersAt(k));
      await counted(() => connect.setMontage(1 + ((k + 1) % 9)));
    }
    const montages = { frames: frames.splice(0), ms: times.splice(0) };
    for (let k = 0; k < ${changes}; k++) await counted(() => connect.setFilters(filtersAt(k + 1)));
    return { montages, filters: { frames, ms: times } };
  })()`);
  return [
    result("montage.change.frames.p95", montages, `30 s page, ${changes} changes`),
    result("filter.change.frames.p95", filters, `30 s page, ${changes} changes`),
  ];
}

/**
 * Each place is asked for by another window of the user before it is jumped to: the server has it in its page cache, the browser has not. A
 * second lies between, after which the server looks anew whether the user may see it. Asking for all of them beforehand would leave it to the
 * machine what is still cached a minute later.
 */
function sought(page: BenchPage, url: string): Promise<BenchResult> {
  const { origin, pathname } = new URL(url);
  return withClient(origin, Number(pathname.split("/").at(-1)), async (client) => {
    const { start_ms, end_ms } = client.recording;
    const random = lcg(12);
    const waited: Waited = { frames: [], ms: [] };
    for (let k = -untoldSeeks; k < seeks; k++) {
      const start = start_ms + Math.round(random() * (end_ms - start_ms - 30_000));
      await ask(client, k + untoldSeeks, {
        start: Math.max(start_ms, start - besideMs),
        end: Math.min(end_ms, start + 30_000 + besideMs),
        pixels: 1600,
        form: { kind: "samples" },
      });
      await new Promise((resolve) => setTimeout(resolve, askedBeforeMs));
      const { frames, ms } = await page.evaluate<Waited>(`(async () => {
        const { connect } = window;
        ${countedInPage}
        await counted(() => connect.setView(${start}, ${start} + 30_000));
        return { frames, ms: times };
      })()`);
      if (k < 0) continue;
      waited.frames.push(...frames);
      waited.ms.push(...ms);
    }
    return result(
      "seek.frames.p95",
      waited,
      `30 s page, ${seeks} random jumps in 24 h to where the server was asked ${askedBeforeMs / 1000} s before`,
    );
  });
}

function result(id: string, { frames, ms }: Waited, note: string): BenchResult {
  const mean = frames.reduce((sum, count) => sum + count, 0) / frames.length;
  const said = `mean ${mean.toFixed(2)}, p99 ${percentile(frames, 99)} frames; ${median(ms).toFixed(0)} ms, p95 ${percentile(ms, 95).toFixed(0)}`;
  return { id, value: percentile(frames, 95), unit: "frames", better: "lower", note: `${note}; ${said}` };
}
