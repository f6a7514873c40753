/** The files of an export: asked for one after the other, and saved once all of them are whole. */
import { trendCsvEnd } from "../../../../domain/trends/trend-csv.ts";
import {
  type ExportTrends,
  exportTrends,
  trendEpochsMs,
  trendFileName,
  trendFileType,
} from "../../../../protocol/trend-export.ts";
import { saveFile } from "../../../../ui/save-file.ts";
import { AnswerCutOff, type AnswerPart, ApiFailure, callForParts } from "../../../session/index.ts";
import { createToldFile } from "./told-file.ts";

/** What is under way: "making" until the first byte of the file is here, or how much of it is made; then it comes. */
export interface ExportProgress {
  readonly file: number;
  readonly files: number;
  readonly stage: "making" | "coming";
  /** 0..1; null: nothing is known of it yet. */
  readonly fraction: number | null;
  /** Of this stage; null: it is too early to say. */
  readonly leftMs: number | null;
}

export interface ExportHearer {
  readonly onProgress: (progress: ExportProgress) => void;
  readonly signal: AbortSignal;
  /** ms of a clock that only goes forward. */
  readonly now?: () => number;
}

const newLine = 10;
const linesIn = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + Number(byte === newLine), 0);

/** Before this much of a stage, and for so long, how long it takes is a guess. */
const told = { fraction: 0.02, ms: 1000 } as const;

type Parts = Uint8Array<ArrayBuffer>[];

/** Resolves with the number of files. @throws as `callForParts` does, ApiFailure where the server says why there is none */
export async function exportFiles(
  wanted: Omit<ExportTrends, "epoch_ms" | "tells_progress">,
  { onProgress, signal, now = () => performance.now() }: ExportHearer,
): Promise<number> {
  const epochs = wanted.format === "csv" ? trendEpochsMs : [undefined];
  const made: (readonly [name: string, parts: Parts])[] = [];
  for (const [k, epoch_ms] of epochs.entries()) {
    let since = { stage: "making", ms: now(), fraction: 0 };
    const tell = (stage: ExportProgress["stage"], fraction: number | null) => {
      if (since.stage !== stage) since = { stage, ms: now(), fraction: fraction ?? 0 };
      const spent = now() - since.ms;
      const done = (fraction ?? 0) - since.fraction;
      const isSure = fraction !== null && done >= told.fraction && spent >= told.ms;
      const leftMs = isSure ? (spent * (1 - fraction)) / done : null;
      onProgress({ file: k + 1, files: epochs.length, stage, fraction, leftMs });
    };
    tell("making", null);
    const parts =
      epoch_ms === undefined
        ? await toldParts(wanted, tell, signal)
        : await csvParts({ ...wanted, epoch_ms }, tell, signal);
    made.push([trendFileName(wanted, epoch_ms), parts]);
  }
  signal.throwIfAborted();
  for (const [name, parts] of made) saveFile(name, parts, trendFileType(wanted.format));
  return made.length;
}

type Tell = (stage: ExportProgress["stage"], fraction: number | null) => void;

/** A CSV is sent while it is made: a line for each epoch. */
async function csvParts(wanted: ExportTrends & { epoch_ms: number }, tell: Tell, signal: AbortSignal): Promise<Parts> {
  const parts: Parts = [];
  const all = (wanted.end_ms - wanted.start_ms) / wanted.epoch_ms;
  let lines = 0;
  const take = ({ bytes }: AnswerPart) => {
    parts.push(bytes);
    lines += linesIn(bytes);
    tell("coming", Math.min(1, lines / all));
  };
  await callForParts(exportTrends, wanted, take, signal);
  if (!(await endsWell(parts))) throw new AnswerCutOff();
  return parts;
}

/** An HDF5 is told of until it is made. */
async function toldParts(wanted: ExportTrends, tell: Tell, signal: AbortSignal): Promise<Parts> {
  const file = createToldFile();
  const take = ({ bytes }: AnswerPart) => {
    file.take(bytes);
    if (file.made !== null) tell("making", file.made);
    else tell("coming", file.whole === null ? null : file.received / Math.max(1, file.whole));
  };
  await callForParts(exportTrends, { ...wanted, tells_progress: true }, take, signal);
  if (file.refusal !== null) throw new ApiFailure(409, file.refusal);
  if (file.whole === null || file.received !== file.whole) throw new AnswerCutOff();
  return file.parts;
}

/** Whether the last line is there. */
async function endsWell(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<boolean> {
  const all = new Blob([...parts]);
  return (await all.slice(-trendCsvEnd.length - 2).text()).trimEnd() === trendCsvEnd;
}
