/** Command line: `inspect FILE [--json] [--timezone ZONE]` tells what a recording file says and holds. */
import { defaultTimezone } from "../protocol/recordings.ts";
import { SourceRefused } from "./ingest/edf/index.ts";
import { type Inspection, inspectEdf, type SignalFacts } from "./ingest/edf/inspection.ts";
import { readingFailure } from "./ingest/failures.ts";

const usage = "Usage: inspect FILE [--json] [--timezone ZONE]";
const listedAtMost = 40;

function parseArguments(words: readonly string[]): { file: string; isJson: boolean; timezone: string } | null {
  const zoneAt = words.indexOf("--timezone");
  const timezone = zoneAt < 0 ? defaultTimezone : words[zoneAt + 1];
  const files = words.filter((word, k) => !word.startsWith("--") && !(zoneAt >= 0 && k === zoneAt + 1));
  if (files.length !== 1 || timezone === undefined) return null;
  return { file: files[0], isJson: words.includes("--json"), timezone };
}

const figure = (value: number) => String(Number(value.toPrecision(7)));

function signalLine(s: SignalFacts): string {
  const cells = [String(s.index + 1).padStart(4), s.label.padEnd(17), s.unit.padEnd(8)];
  if (s.is_annotation) return [...cells, "annotations"].join(" ");
  cells.push(`${figure(s.sampling_hz ?? 0)} Hz`.padStart(12), String(s.sample_count).padStart(11));
  const values = s.physical ?? s.digital;
  if (values) cells.push(...[values.min, values.max, values.mean].map((v) => figure(v).padStart(13)));
  cells.push(s.is_uncalibrated ? " uncalibrated" : "", s.modality ?? "");
  return cells.join(" ");
}

/** At most `listedAtMost` lines, and how many more there were. */
function listed<T>(title: string, items: readonly T[], line: (item: T) => string): string[] {
  const more = items.length - listedAtMost;
  const lines = items.slice(0, listedAtMost).map((item) => `  ${line(item)}`);
  return [`${title}: ${items.length}`, ...lines, ...(more > 0 ? [`  ... and ${more} more`] : [])];
}

function table(facts: Inspection): string {
  const { start } = facts;
  const moment = (ms: number) => (start.is_known ? new Date(ms).toISOString() : `${ms} ms from an unknown start`);
  return [
    `Format           ${facts.format}, ${facts.size_bytes} bytes`,
    `Start as written ${start.date_written} ${start.time_written} (read in ${start.timezone})`,
    `Header second    ${moment(start.header_ms)} = ${start.header_ms}`,
    `First sample     ${moment(start.first_sample_ms)} = ${start.first_sample_ms}`,
    `Records          ${facts.records} of ${facts.record_seconds} s, ${facts.record_bytes} bytes each; header says ${facts.records_written ?? "nothing"}`,
    `Duration         ${figure(facts.duration_s)} s with samples in a span of ${figure(facts.span_s)} s`,
    "",
    ...listed("Signals (rate, samples, min, max, mean)", facts.signals, signalLine),
    "",
    ...listed("Segments", facts.segments, (s) => `${s.start_s} .. ${s.end_s} s (${s.duration_s} s)`),
    ...listed("Gaps", facts.gaps, (s) => `${s.start_s} .. ${s.end_s} s (${s.duration_s} s)`),
    ...listed("Annotations", facts.annotations, (a) => `${a.onset_s} s + ${a.duration_s} s  ${a.text}`),
    ...listed("Repairs", facts.repairs, (sentence) => sentence),
  ].join("\n");
}

/** One plain sentence for what went wrong, or null when it is not the file's fault. */
function refusal(error: unknown): string | null {
  const failure = readingFailure(error);
  return failure instanceof SourceRefused ? failure.message : null;
}

/** Exit codes: 0 read, 1 wrong use, 2 refused. */
async function main(words: readonly string[]): Promise<number> {
  const asked = parseArguments(words);
  if (!asked) {
    process.stderr.write(`${usage}\n`);
    return 1;
  }
  try {
    const facts = await inspectEdf(asked.file, asked.timezone);
    process.stdout.write(`${asked.isJson ? JSON.stringify(facts, null, 2) : table(facts)}\n`);
    return 0;
  } catch (error) {
    const sentence = refusal(error);
    if (sentence === null) throw error;
    if (asked.isJson) process.stdout.write(`${JSON.stringify({ refused: sentence })}\n`);
    process.stderr.write(`${sentence}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
