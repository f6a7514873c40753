/**
 * `npm run bench -- [--only PREFIX,...] [--json FILE]`: runs the suite and prints a table with machine and date. `--picture`: takes the
 * README's pictures instead, those of `--only` or all.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { accountBenches } from "./accounts.ts";
import { annotationBenches } from "./annotations.ts";
import { chartBenches } from "./charts.ts";
import { codecBenches } from "./codec.ts";
import { coreBenches } from "./core.ts";
import { displayBenches } from "./displays.ts";
import { eventReviewBenches } from "./event-review.ts";
import { fileBenches } from "./files.ts";
import { frameBenches } from "./frames.ts";
import { importBenches } from "./import.ts";
import { linkBenches } from "./link.ts";
import { liveBenches } from "./live.ts";
import { abuseBenches } from "./load-abuse.ts";
import { reviewerBenches } from "./load-reviewers.ts";
import { memoryBenches } from "./memory.ts";
import { openBenches } from "./open.ts";
import { optimumBenches } from "./optimum.ts";
import { pageBenches } from "./page.ts";
import { patientBenches } from "./patients.ts";
import { takePictures } from "./picture.ts";
import { playBenches } from "./play.ts";
import { playAnalysesBenches } from "./play-analyses.ts";
import { sdBenches } from "./sd.ts";
import { sdViewBenches } from "./sdview.ts";
import { trendBenches } from "./trends.ts";
import { trendsBesideBenches } from "./trends-beside.ts";
import { trendsViewBenches } from "./trendsview.ts";
import type { BenchGroup, BenchResult } from "./types.ts";
import { uploadBenches } from "./upload.ts";

const groups: readonly BenchGroup[] = [
  coreBenches,
  codecBenches,
  importBenches,
  pageBenches,
  sdBenches,
  sdViewBenches,
  trendBenches,
  trendsViewBenches,
  trendsBesideBenches,
  chartBenches,
  optimumBenches,
  openBenches,
  playBenches,
  ...frameBenches,
  displayBenches,
  playAnalysesBenches,
  ...annotationBenches,
  eventReviewBenches,
  linkBenches,
  liveBenches,
  accountBenches,
  patientBenches,
  fileBenches,
  uploadBenches,
  abuseBenches,
  ...reviewerBenches,
  memoryBenches,
];

const { values: options } = parseArgs({
  options: { only: { type: "string" }, json: { type: "string" }, picture: { type: "boolean" } },
});
const only = options.only?.split(",");
const isWanted = (id: string) => only === undefined || only.some((prefix) => id.startsWith(prefix));

const root = process.cwd();
const cacheDir = join(root, "bench", ".cache");
mkdirSync(cacheDir, { recursive: true });

const context = { root, cacheDir, log: (message: string) => console.error(message) };

if (options.picture) {
  await takePictures(context, isWanted);
  process.exit();
}

const machine = `${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;
const date = new Date().toISOString();
console.log(`${date}\n${machine}\n`);

const results: BenchResult[] = [];
for (const group of groups) {
  if (!group.ids.some(isWanted)) continue;
  for (const result of await group.run(context)) {
    if (!isWanted(result.id)) continue;
    results.push(result);
    console.log(row(result));
  }
}
if (results.length === 0) {
  console.error(
    `No bench begins with "${options.only}". There are: ${groups.flatMap((group) => group.ids).join(", ")}`,
  );
  process.exitCode = 2;
}
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ date, machine, results }, null, 2)}\n`);
process.exit();

function row({ id, value, unit, better, note }: BenchResult): string {
  const figure = Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
  return `${id.padEnd(30)} ${figure.padStart(9)} ${unit.padEnd(12)} ${better.padEnd(7)} ${note}`;
}
