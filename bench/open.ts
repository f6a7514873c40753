/** Opening a review: from the address to the first complete picture, and the first look at 24 h. */
import type { BenchPage } from "./browser.ts";
import { idle, isComplete, ms, timedInPage, withPage } from "./play.ts";
import { median } from "./statistics.ts";
import type { BenchGroup, BenchResult } from "./types.ts";

const opens = 7;
const slowLink = { bitsPerSecond: 20e6, delayMs: 40 };
const builtWithinMs = 120_000;

export const openBenches: BenchGroup = {
  ids: ["app.firstTrace", "app.firstTrace.20mbit", "view.24h.page.cold", "view.24h.page.first"],
  async run(context) {
    const cold = await withPage(context, 24, async (page, url) => [
      ...(await firstTraces(page, url)),
      await firstDay(page, "view.24h.page.cold", "no overview, empty cache"),
    ]);
    const built = await withPage(
      context,
      24,
      async (page, _, output) => {
        await told(output, '"overview.built"');
        return firstDay(page, "view.24h.page.first", "its overview built beforehand");
      },
      { OVERVIEWS: "on" },
    );
    return [...cold, built];
  },
};

/** The cookie that counts a browser's visits (src/server/platform/http/opened-before.ts): without it the next one is the first. */
const forgetVisits = (page: BenchPage, url: string) => page.setCookie(url, "connect_scripts", "");

async function firstTraces(page: BenchPage, url: string): Promise<BenchResult[]> {
  const near = await openings(page, url, async () => undefined);
  await page.throttle(slowLink);
  const far = await openings(page, url, async () => {
    await page.emptyCache();
    await forgetVisits(page, url);
  });
  await page.throttle(null);
  const note = "from the address to the first complete 30 s page";
  return [
    ms("app.firstTrace", near.whole, `${note}, median of ${opens}; ${near.parts}`),
    ms("app.firstTrace.20mbit", far.whole, `${note}, nothing cached, 20 Mbit/s and 40 ms; ${far.parts}`),
  ];
}

interface Parts {
  document: number;
  scripts: number;
  calls: number;
}

/** Opens the address some times; medians of the whole and of when document, scripts and first calls were there. */
async function openings(page: BenchPage, url: string, prepare: () => Promise<void>) {
  const times: number[] = [];
  const parts: Parts[] = [];
  for (let k = 0; k < opens; k++) {
    await page.goto("about:blank");
    await page.until("document.URL === 'about:blank'");
    await prepare();
    const began = performance.now();
    await page.goto(url);
    await page.until(isComplete);
    times.push(performance.now() - began);
    parts.push(
      await page.evaluate<Parts>(`(() => {
        const ends = (isMeant) => Math.max(0, ...performance.getEntriesByType("resource").filter(isMeant).map((e) => e.responseEnd));
        return {
          document: performance.getEntriesByType("navigation")[0].responseEnd,
          scripts: ends(({ name }) => /\\.(js|css|wasm)(\\?|$)/.test(name)),
          calls: ends(({ name }) => /\\/(v1|user)\\//.test(name)),
        };
      })()`),
    );
    await page.evaluate(idle);
  }
  const typical = (name: keyof Parts) => Math.round(median(parts.map((part) => part[name])));
  const said = `document ${typical("document")}, last script ${typical("scripts")}, last call ${typical("calls")} ms`;
  return { whole: median(times), parts: said };
}

async function firstDay(page: BenchPage, id: string, state: string): Promise<BenchResult> {
  const day = await page.evaluate<number>(`(async () => {
    const { connect } = window;
    ${timedInPage}
    const { fileStartMs, fileEndMs } = connect.view();
    return timed(() => connect.setView(fileStartMs, fileEndMs));
  })()`);
  return ms(id, day, `18 bipolar channels, LFF 1, HFF 30, notch 60, drawn complete, ${state}`);
}

async function told(output: () => string, event: string): Promise<void> {
  const deadline = performance.now() + builtWithinMs;
  while (!output().includes(event)) {
    if (performance.now() > deadline) throw new Error(`The server never said ${event}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
