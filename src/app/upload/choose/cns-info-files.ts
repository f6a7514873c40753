/** The info files of a CNS directory, each reduced to what is kept of it. */
import { cnsEndBeforeStart } from "../../../domain/files/cns.ts";
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

export interface CnsTimes {
  facts: CandidateFacts;
  startUs: number;
  /** Of its times. */
  warnings: string[];
}

/** By the info file of the top folder. @throws SourceRefused when it lacks a time (spec 000 section 5), or gives one that is none */
export async function cnsTimes(infos: readonly InfoFile[], type: "Regular" | "Segmented"): Promise<CnsTimes> {
  const needed = type === "Segmented" ? "admission.info" : "patient.info";
  const own = infos.find(({ file }) => file.rest === needed);
  if (own === undefined) throw new SourceRefused(uploadRulesText.folder.corruptedCns);
  const { startUs, endUs, timezone } = parseCnsInfo(await bytesOfInfo(own.file), needed);
  const endMs = endUs === null ? null : endUs / 1000;
  return {
    facts: { type, startMs: startUs / 1000, endMs, timezone, isWallTime: false },
    startUs,
    warnings: endUs === null ? [cnsEndBeforeStart(needed)] : [],
  };
}
