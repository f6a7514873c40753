/** Looks at a CNS directory by the rules of spec 000 section 5; only files of its standard structure are sent. */
import {
  cnsDirectoryPrefix,
  cnsDirectoryType,
  cnsIllegalInfoError,
  cnsPrefixError,
  damagedCnsInfo,
  hasIllegalCnsInfo,
} from "../../../domain/files/cns.ts";
import { cnsNameOf, removedFromInfo } from "../../../domain/upload/cns-identity.ts";
import { folderProblem } from "../../../domain/upload/names.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import { largestFileBytes } from "../../../protocol/uploads.ts";
import type { SourceFile } from "../types.ts";
import { candidate, diskFile, noFacts, orRefused, refused, sourceOf } from "./candidate.ts";
import { cnsFiles } from "./cns-files.ts";
import { cnsTimes, type InfoFile, readInfoFiles } from "./cns-info-files.ts";
import { searchTexts } from "./cns-texts.ts";
import { Pace } from "./pace.ts";
import type { Candidate, ChosenDirectory, InspectOptions } from "./types.ts";

const { warnings: told, removed } = uploadRulesText;

export function inspectCns(directory: ChosenDirectory, options: InspectOptions = {}): Promise<Candidate> {
  const { name, path, entries } = directory;
  return orRefused("cns", name, async () => {
    if (!name.startsWith(cnsDirectoryPrefix)) return refused("cns", name, cnsPrefixError);
    if (entries.length === 0) return refused("cns", name, uploadRulesText.folder.empty);
    const rests = entries.map((entry) => entry.path.slice(path.length + 1));
    if (hasIllegalCnsInfo(rests.map((rest) => rest.slice(rest.lastIndexOf("/") + 1)))) {
      return refused("cns", name, cnsIllegalInfoError);
    }
    const type = cnsDirectoryType(rests.filter((rest) => !rest.includes("/")));
    if (type === "Corrupted") return refused("cns", name, uploadRulesText.folder.corruptedCns, { ...noFacts, type });
    return readDirectory(directory, type, new Pace(options));
  });
}

async function readDirectory(
  directory: ChosenDirectory,
  type: "Regular" | "Segmented",
  pace: Pace,
): Promise<Candidate> {
  const { name } = directory;
  pace.expect(directory.entries.length);
  const { files, left, hasSegmentsLeftOut } = await cnsFiles(directory, type, pace);
  const problem = folderProblem(files.map(({ rest }) => `${name}/${rest}`));
  if (problem !== null) return refused("cns", name, problem, { ...noFacts, type });
  if (files.some(({ entry }) => entry.file.size > largestFileBytes)) {
    return refused("cns", name, uploadRulesText.file.tooLarge, { ...noFacts, type });
  }
  const infos = await readInfoFiles(files, pace);
  const { facts, startUs, warnings } = await cnsTimes(infos, type);
  const texts = await searchTexts({ name, files, infos }, pace);
  const newName = texts.isNamed ? (cnsNameOf(startUs) ?? name) : name;
  const reduced = new Map(infos.map((info) => [info.file, info]));
  const filesAs = (sentAs: string, isCleaned: boolean) =>
    files
      .filter((file) => !texts.unsearched.has(file))
      .map((file): SourceFile => {
        const info = reduced.get(file);
        const path = `${sentAs}/${file.rest}`;
        return info ? infoFile(path, info) : diskFile(path, file.entry, isCleaned ? texts.patches.get(file) : []);
      });
  const source = { kind: "cns", chosenName: name } as const;
  const fromInfo = removedFromInfo(infos.map((info) => info.reduced));
  const fromTexts = [
    ...(texts.places > 0 ? [removed.freeText(texts.places)] : []),
    ...(texts.isNamed ? [removed.folderName] : []),
  ];
  pace.end();
  return candidate({
    ...source,
    warnings: [
      ...warnings,
      ...infos.flatMap(({ file, reduced: { damaged } }) =>
        damaged.length > 0 ? [`${damagedCnsInfo(file.rest, damaged)}.`] : [],
      ),
      told.cnsFreeText,
      ...(left > 0 ? [told.cnsLeftOut(left)] : []),
      ...(hasSegmentsLeftOut ? [told.cnsSegmentsLeftOut] : []),
      ...(texts.unsearched.size > 0 ? [told.cnsTextTooLarge(texts.unsearched.size)] : []),
    ],
    facts,
    findings: [...infos.flatMap((info) => info.reduced.findings), ...texts.findings],
    plain: sourceOf({ ...source, name, files: filesAs(name, false), removed: fromInfo }),
    cleaned: sourceOf({
      ...source,
      name: newName,
      files: filesAs(newName, true),
      removed: [...fromInfo, ...fromTexts],
    }),
  });
}

/** Info files are always reduced: names never leave in them, whatever the user decides about the rest. */
function infoFile(path: string, { file: { entry }, reduced: { bytes } }: InfoFile): SourceFile {
  const content = { kind: "bytes", bytes } as const;
  return {
    path,
    chosenPath: entry.path,
    size: bytes.length,
    modifiedAt: entry.file.lastModified,
    content,
    isInfo: true,
  };
}
