/** SD detection: a day and a page of 18 bipolar channels at 256 Hz, from a server just started, and the same rule in plain JavaScript. */
import { type PageFormOf, sdPageMs } from "../src/protocol/pages.ts";
import { referenceSd } from "../src/signal/reference-sd.ts";
import { recipeOf } from "./load-world.ts";
import { ask, type PageClient, withClient } from "./page.ts";
import { benchRecording } from "./recordings.ts";
import { startServer } from "./server.ts";
import { lcg } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const rows = 18;
const hz = 256;
/** What a page looks at: half an hour and 25 minutes on both sides. */
const contextSeconds = 4800;
const daySeconds = 86_400;

export const sdBenches: BenchGroup = {
  ids: ["sd.page", "sd.page.js", "sd.day", "sd.day.js"],
  async run(context) {
    const [page, day] = [await detected(context, "page"), await detected(context, "day")];
    const plain = plainSeconds();
    const note = `${rows} derived channels at ${hz} Hz, files warm, nothing computed before`;
    const result = (id: string, value: number, text: string): BenchResult => ({
      ...{ id, value, unit: "ms", better: "lower", note: text },
    });
    const twin = `plain JavaScript, one row of ${contextSeconds} s in memory taken times rows and length`;
    return [
      result("sd.page", page, `30 min and their surroundings of ${note}`),
      result("sd.page.js", plain * rows * contextSeconds, twin),
      result("sd.day", day, `24 h of ${note}`),
      result("sd.day.js", plain * rows * daySeconds, twin),
    ];
  },
};

/** ms of an answer of a fresh server. Whatever it reads was read once before. */
async function detected(context: BenchContext, what: "page" | "day"): Promise<number> {
  const { dataDir, dataObjectId } = await benchRecording(context, 24);
  const times: number[] = [];
  for (let round = 0; round < 2; round++) {
    const server = await startServer({ dataDir });
    try {
      times.push(await withClient(server.url, dataObjectId, (client) => time(client, what)));
    } finally {
      await server.stop();
    }
  }
  return times[1];
}

async function time(client: PageClient, what: "page" | "day"): Promise<number> {
  const { recording, group } = client;
  const derivations = recipeOf(group, 0)
    .derivations.slice(0, rows)
    .map(({ first, second }) => ({ first, second }));
  const form: PageFormOf<"events"> = {
    ...{ kind: "events", analytic: "auto_sd_detection", calculationWindowMs: sdPageMs, calculationPeriodMs: sdPageMs },
    ...{ channels: derivations.map((_, k) => `row ${k}`), derivations },
  };
  const middle = sdPageMs * Math.round((recording.start_ms + recording.end_ms) / 2 / sdPageMs);
  const span =
    what === "day" ? { start: recording.start_ms, end: recording.end_ms } : { start: middle, end: middle + sdPageMs };
  const began = performance.now();
  await ask(client, 1, { ...span, pixels: 2, form });
  return performance.now() - began;
}

/** ms of the reference for a second of one row. */
function plainSeconds(): number {
  const random = lcg(3);
  const row = Float32Array.from({ length: contextSeconds * hz }, () => 40 * (random() - 0.5));
  const began = performance.now();
  referenceSd({ samplingHz: hz, startMs: 0, rows: [row], thresholdUv: 500 });
  return (performance.now() - began) / contextSeconds;
}
