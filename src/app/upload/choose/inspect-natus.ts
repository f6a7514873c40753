/** Looks at a Natus study: its headers, tables, texts and some packets. Video and files that no reader needs are not sent. */
import { Repairs } from "../../../domain/edf/repairs.ts";
import { findStudy } from "../../../domain/natus/files.ts";
import { fileNameProblem, folderProblem } from "../../../domain/upload/names.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import { largestFileBytes } from "../../../protocol/uploads.ts";
import { candidate, diskFile, orRefused, refused, sourceOf } from "./candidate.ts";
import { folderOf, natusFacts, ownFiles, sentFiles } from "./natus-files.ts";
import { identifyStudy } from "./natus-study.ts";
import { Pace } from "./pace.ts";
import type { Candidate, ChosenDirectory, InspectOptions } from "./types.ts";

const { warnings: told, folder: sentences, file } = uploadRulesText;
const video = /\.(vtc|avi|mpe?g|mp4|wmv|asf|mov)$/i;

export function inspectNatus(directory: ChosenDirectory, options: InspectOptions = {}): Promise<Candidate> {
  return orRefused("natus", directory.name, () => readDirectory(directory, new Pace(options)));
}

async function readDirectory(directory: ChosenDirectory, pace: Pace): Promise<Candidate> {
  const { name, entries } = directory;
  pace.expect(entries.length);
  if (entries.length === 0) return refused("natus", name, sentences.empty);
  const repairs = new Repairs();
  const own = ownFiles(directory);
  const study = await findStudy(folderOf(own), repairs);
  const files = sentFiles(own, study);
  const problem = fileNameProblem(name) ?? folderProblem(files.map(({ rest }) => `${name}/${study.base}${rest}`));
  if (problem !== null) return refused("natus", name, problem);
  if (files.some(({ entry }) => entry.file.size > largestFileBytes)) return refused("natus", name, file.tooLarge);
  const { isWhole, ...facts } = await natusFacts(study, repairs, pace);
  const identity = await identifyStudy({ name, base: study.base, files }, pace);
  const videos = entries.filter(({ path }) => video.test(path)).length;
  const others = entries.length - files.length - videos;
  const source = { kind: "natus", chosenName: name } as const;
  // Without findings too, only what could be searched is sent.
  const plain = identity.files.map(({ entry }) => diskFile(`${name}/${entry.file.name}`, entry));
  const cleaned = identity.files.map(({ rest, entry, patches }) =>
    diskFile(`${identity.name}/${identity.name}${rest}`, entry, patches),
  );
  pace.end();
  return candidate({
    ...source,
    warnings: [
      ...repairs.list(),
      ...(isWhole ? [] : [told.natusPacketsInPart]),
      ...(videos > 0 ? [told.natusVideo(videos)] : []),
      ...(others > 0 ? [told.natusLeftOut(others)] : []),
      ...identity.warnings,
    ],
    facts,
    findings: identity.findings,
    plain: sourceOf({ ...source, name, files: plain, removed: [] }),
    cleaned: sourceOf({ ...source, name: identity.name, files: cleaned, removed: identity.removed }),
  });
}
