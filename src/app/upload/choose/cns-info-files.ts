/** The info files of a CNS directory, each reduced to what is kept of it. */
import { missingCnsInfo } from "../../../domain/files/cns.ts";
import { largestInfoBytes, parseCnsInfo, parseInfoElements } from "../../../domain/files/cns-info.ts";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { type ReducedInfo, reduceInfo } from "../../../domain/upload/cns-identity.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import { bytesOf } from "./blob-source.ts";
import type { CnsFile } from "./cns-files.ts";
import type { Pace } from "./pace.ts";
import type { CandidateFacts } from "./types.ts";

export interface InfoFile {
  file: CnsFile;
  reduced: ReducedInfo;
}

const isInfoName = (name: string): boolean => name === "patient.info" || name === "admission.info";
const bytesOfInfo = ({ entry }: CnsFile) => bytesOf(entry.file.slice(0, largestInfoBytes + 1));

/** What cannot be read cannot be reduced, so it refuses the directory. @throws SourceRefused */
export async function readInfoFiles(files: readonly CnsFile[], pace: Pace): Promise<InfoFile[]> {
  const infos: InfoFile[] = [];
  for (const file of files) {
    await pace.rest();
    if (!isInfoName(file.name)) continue;
    infos.push({ file, reduced: reduceInfo(parseInfoElements(await bytesOfInfo(file), file.rest), file.rest) });
  }
  return infos;
}

/** By the info file of the top folder. @throws SourceRefused when it lacks a time (spec 000 section 5) */
export async function cnsFacts(infos: readonly InfoFile[], type: "Regular" | "Segmented"): Promise<CandidateFacts> {
  const needed = type === "Segmented" ? "admission.info" : "patient.info";
  const own = infos.find(({ file }) => file.rest === needed);
  if (own === undefined) throw new SourceRefused(uploadRulesText.folder.corruptedCns);
  parseCnsInfo(await bytesOfInfo(own.file), needed);
  const { kept } = own.reduced;
  const missing = missingCnsInfo(needed, new Set(kept.keys()));
  if (missing !== null) throw new SourceRefused(`${missing}.`);
  const ms = (key: string) => Number(kept.get(key)) / 1000;
  const timezone = kept.get("Timezone") ?? null;
  return { type, startMs: ms("TimeStamp"), endMs: ms("RecordingEndTime"), timezone, isWallTime: false };
}
