/** `npm run inspect -- SOURCE [--json] [--timezone ZONE]`: tells what a recording file or directory says and holds. */
import { parseArgs } from "node:util";
import { refuseZone, SourceRefused } from "../domain/files/source-refused.ts";
import { defaultTimezone } from "../protocol/recordings.ts";
import type { Inspection, SignalFacts } from "./ingest/edf/inspection.ts";
import type { SourceInspection, SourceSignalFacts } from "./ingest/inspect-source.ts";
import { inspectInThread } from "./ingest/start-inspect.ts";
import { tellIfAsked } from "./platform/start/help.ts";

const usage = `Usage: npm run inspect -- SOURCE [options]

  A SOURCE is an EDF or BDF file, or a CNS or Natus directory.

  --json           as JSON
  --timezone ZONE  zone of the times in a source that names none, ${defaultTimezone} by default

  Ends with 0 when it was read, with 1 when it was asked wrongly, with 2 when the source is refused.`;
const listedAtMost = 40;

/** What the command line asks for, or the sentence that says what is wrong with it. */
function readOrder(): { file: string; isJson: boolean; timezone: string } | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { json: { type: "boolean", default: false }, timezone: { type: "string", default: defaultTimezone } },
    });
    if (positionals.length !== 1) return usage;
    refuseZone(values.timezone);
    return { file: positionals[0], isJson: values.json, timezone: values.timezone };
  } catch (error) {
    return error instanceof SourceRefused ? error.message : `${(error as Error).message}\n\n${usage}`;
  }
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
    ...listed("Annotations", facts.annotations, (a) => `${a.onset_s} s + ${a.duration_s ?? "?"} s  ${a.text}`),
    ...listed("Repairs", facts.repairs, (sentence) => sentence),
  ].join("\n");
}

function sourceLine(s: SourceSignalFacts): string {
  const cells = [s.modality.padEnd(28), s.label.padEnd(12), s.unit.padEnd(6)];
  cells.push(`${figure(s.sampling_hz)} Hz`.padStart(12), String(s.sample_count).padStart(11));
  if (s.physical) cells.push(...[s.physical.min, s.physical.max, s.physical.mean].map((v) => figure(v).padStart(13)));
  if (s.is_uncalibrated) cells.push(" uncalibrated");
  return cells.join(" ");
}

function sourceTable({ start, ...facts }: SourceInspection): string {
  const span = (s: { modality: string; start_ms: number; duration_s: number }) =>
    `${s.modality.padEnd(28)} ${new Date(s.start_ms).toISOString()} + ${figure(s.duration_s)} s`;
  return [
    `Format           ${facts.format} directory, ${facts.size_bytes} bytes of samples`,
    `First sample     ${new Date(start.first_sample_ms).toISOString()} = ${start.first_sample_ms} (zone ${start.timezone})`,
    `Duration         a span of ${figure(facts.span_s)} s`,
    "",
    ...listed("Signals (rate, samples, min, max, mean)", facts.signals, sourceLine),
    "",
    ...listed("Segments", facts.segments, span),
    ...listed("Gaps", facts.gaps, span),
    ...listed("Annotations", facts.annotations, (a) => `${new Date(a.start_time).toISOString()}  ${a.text}`),
    ...listed("Repairs", facts.repairs, (sentence) => sentence),
  ].join("\n");
}

/** The facts, as JSON or for reading. */
async function inspect(path: string, timezone: string, isJson: boolean): Promise<string> {
  const found = await inspectInThread({ path, timezone });
  if (isJson) return JSON.stringify(found.facts, null, 2);
  return found.kind === "directory" ? sourceTable(found.facts) : table(found.facts);
}

/** Exit codes: 0 read, 1 wrong use, 2 refused. */
async function main(): Promise<number> {
  tellIfAsked(usage);
  const asked = readOrder();
  if (typeof asked === "string") {
    process.stderr.write(`${asked}\n`);
    return 1;
  }
  try {
    process.stdout.write(`${await inspect(asked.file, asked.timezone, asked.isJson)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error;
    const sentence = error.message;
    if (asked.isJson) process.stdout.write(`${JSON.stringify({ refused: sentence })}\n`);
    process.stderr.write(`${sentence}\n`);
    return 2;
  }
}

process.exitCode = await main();
