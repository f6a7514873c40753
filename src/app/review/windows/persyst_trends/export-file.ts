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
import { AnswerCutOff, type AnswerPart, callForParts } from "../../../session/index.ts";

/** `fraction`: of the file that is coming, 0..1; null: nothing of it is here yet. */
export interface ExportProgress {
  readonly file: number;
  readonly files: number;
  readonly fraction: number | null;
}

const newLine = 10;
const linesIn = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum + Number(byte === newLine), 0);

/** Resolves with the number of files. @throws as `callForParts` does */
export async function exportFiles(
  wanted: Omit<ExportTrends, "epoch_ms">,
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<number> {
  const { format } = wanted;
  const epochs = format === "csv" ? trendEpochsMs : [undefined];
  const made: (readonly [name: string, parts: Uint8Array<ArrayBuffer>[]])[] = [];
  for (const [k, epoch_ms] of epochs.entries()) {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let [lines, bytes] = [0, 0];
    onProgress({ file: k + 1, files: epochs.length, fraction: null });
    const take = ({ bytes: part, whole }: AnswerPart) => {
      parts.push(part);
      lines += linesIn(part);
      bytes += part.length;
      const all = epoch_ms === undefined ? whole : (wanted.end_ms - wanted.start_ms) / epoch_ms;
      const here = epoch_ms === undefined ? bytes : lines;
      onProgress({ file: k + 1, files: epochs.length, fraction: all === null ? null : Math.min(1, here / all) });
    };
    await callForParts(exportTrends, { ...wanted, ...(epoch_ms === undefined ? {} : { epoch_ms }) }, take, signal);
    if (format === "csv" && !(await endsWell(parts))) throw new AnswerCutOff();
    made.push([trendFileName(wanted, epoch_ms), parts]);
  }
  signal.throwIfAborted();
  for (const [name, parts] of made) saveFile(name, parts, trendFileType(format));
  return made.length;
}

/** Whether the last line is there. */
async function endsWell(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<boolean> {
  const all = new Blob([...parts]);
  return (await all.slice(-trendCsvEnd.length - 2).text()).trimEnd() === trendCsvEnd;
}
