/** What may be declared by start_upload (spec 000 sections 5 and 9): names, kinds, sizes, and the structure of CNS directories. */
import { setImmediate as others } from "node:timers/promises";
import {
  checkCnsFiles,
  cnsDirectoryPrefix,
  cnsDirectoryType,
  cnsPrefixError,
  cnsStructureError,
} from "../../domain/files/cns.ts";
import { fileSize } from "../../domain/files/file-size.ts";
import { fileKindOf, isFileKind } from "../../domain/files/upload-kinds.ts";
import { isStorableName, isStorablePath } from "../../domain/files/upload-paths.ts";
import { isPlain } from "../../domain/people/admin-rules.ts";
import { submittedFormFailure } from "../../domain/people/forms.ts";
import type { SubmittedForm } from "../../protocol/forms.ts";
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import {
  type DeclaredFile,
  type DirectoryKind,
  type FileKind,
  largestPlainMd5Bytes,
  type UploadItem,
  type UploadKind,
  uploadPartBytes,
} from "../../protocol/uploads.ts";
import { Refused } from "../platform/http/routes.ts";
import type { UploadConfig } from "../platform/start/upload-config.ts";

const { declared: text, off } = uploadServiceText;

export interface Declaration {
  items: readonly UploadItem[];
  files: readonly DeclaredFile[];
  form: SubmittedForm | null;
}

/** 4 TiB: a year of monitoring. */
const largestUploadBytes = 2 ** 42;

/**
 * How many addresses a file is sent to: more than one where it is longer than a part, so that a line that breaks takes
 * little with it. One that has a plain MD5 may also be sent whole.
 */
export const partCountOf = (size: number): number => Math.max(1, Math.ceil(size / uploadPartBytes));

/** Length of a part, from 1. */
export const partSizeOf = (size: number, part: number): number =>
  Math.min(uploadPartBytes, size - (part - 1) * uploadPartBytes);

/** Files that are looked at before others are answered: some milliseconds of work. */
const filesAtOnce = 1000;

/**
 * Others are answered meanwhile. @throws Refused 403 for a kind that is switched off, 400 for anything that cannot be stored as it
 * is declared
 */
export async function demandDeclaration(declaration: Declaration, config: UploadConfig): Promise<void> {
  for (const _ of checks(declaration, config)) await others();
}

/** Every step is a moment for others. */
function* checks(declaration: Declaration, config: UploadConfig): Generator<void> {
  const { items, files, form } = declaration;
  demandSwitchedOn(declaration, config);
  const refuse = (sentence: string): never => {
    throw new Refused(400, sentence);
  };
  if (items.length === 0 && form === null) refuse(text.nothing);
  if (!items.every(({ name }) => isStorableName(name))) refuse(text.badName);
  if (!items.every(({ removed }) => removed.every(isPlain))) refuse(text.badNote);
  if (new Set(items.map(({ name }) => name)).size < items.length) refuse(text.sameName);
  for (const some of pieces(files)) {
    if (!some.every(({ path }) => isStorablePath(path))) refuse(text.badName);
    yield;
  }
  if (!files.every(({ item }) => item < items.length)) refuse(text.badPath);
  yield* demandDistinctPaths(files);
  if (files.reduce((sum, { size }) => sum + size, 0) > largestUploadBytes)
    refuse(text.tooLarge(fileSize(largestUploadBytes)));
  if (!files.every(({ size, md5 }) => isMd5Of(md5, size))) refuse(text.badMd5);
  const byItem = items.map((): string[] => []);
  for (const { item, path } of files) byItem[item].push(path);
  for (const [k, item] of items.entries()) {
    const failure = itemFailure(item, byItem[k]);
    if (failure !== null) refuse(failure);
    if (byItem[k].length >= filesAtOnce) yield;
  }
  const failure = form === null ? null : submittedFormFailure(form);
  if (failure !== null) refuse(failure);
}

function* pieces(files: readonly DeclaredFile[]): Generator<readonly DeclaredFile[]> {
  for (let at = 0; at < files.length; at += filesAtOnce) yield files.slice(at, at + filesAtOnce);
}

function demandSwitchedOn({ items, form }: Declaration, config: UploadConfig): void {
  const isOn: Record<UploadKind, boolean> = {
    cns: config.hasCns,
    natus: config.hasNatus,
    medications: config.hasMedications,
    edf: config.hasEdf,
  };
  for (const { kind } of items) if (!isOn[kind]) throw new Refused(403, off[kind]);
  if (form !== null && !config.hasForm) throw new Refused(403, off.form);
}

/** No path twice, and none that is both a file and a directory. @throws Refused 400 */
function* demandDistinctPaths(files: readonly DeclaredFile[]): Generator<void> {
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size < files.length) throw new Refused(400, text.sameName);
  yield;
  const folders = new Set<string>();
  for (const some of pieces(files)) {
    for (const { path } of some)
      for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        const folder = path.slice(0, end);
        if (paths.has(folder)) throw new Refused(400, text.sameName);
        if (folders.has(folder)) break; // what is above it was looked at
        folders.add(folder);
      }
    yield;
  }
}

function isMd5Of(md5: string, size: number): boolean {
  const [, parts] = md5.split("-");
  return size <= largestPlainMd5Bytes ? parts === undefined : Number(parts) === partCountOf(size);
}

/** One plain sentence, or null. `paths`: of the item's files. */
function itemFailure({ kind, name }: UploadItem, paths: readonly string[]): string | null {
  if (paths.length === 0) return text.empty(name);
  if (isFileKind(kind)) {
    if (paths.length > 1 || paths[0] !== name) return text.notOneFile(name);
    return fileKindOf(name) === kind ? null : otherFile[kind];
  }
  if (!paths.every((path) => path.startsWith(`${name}/`))) return text.badPath;
  return directoryFailure[kind](name, paths);
}

/** What is said of a file whose name is of no kind, or of another. */
const otherFile: Readonly<Record<FileKind, string>> = {
  edf: uploadRulesText.file.notEdf,
  medications: uploadRulesText.file.notMedication,
};

/** What is wrong with the names in a directory: one plain sentence, or null. */
const directoryFailure: Readonly<Record<DirectoryKind, (name: string, paths: readonly string[]) => string | null>> = {
  cns: cnsFailure,
  natus: () => null,
};

/** `check cns files` for each folder of a directory; files that no archive has are refused too (spec 000 section 5). */
function cnsFailure(name: string, paths: readonly string[]): string | null {
  if (!name.startsWith(cnsDirectoryPrefix)) return cnsPrefixError;
  const folders = new Map<string, string[]>([["", []]]);
  for (const path of paths) {
    const inside = path.slice(name.length + 1);
    const end = inside.lastIndexOf("/");
    const folder = inside.slice(0, Math.max(end, 0));
    const files = folders.get(folder) ?? [];
    files.push(inside.slice(end + 1));
    folders.set(folder, files);
  }
  const isSegmented = cnsDirectoryType(folders.get("") ?? []) === "Segmented";
  if (isSegmented !== folders.size > 1) return cnsStructureError;
  for (const [folder, files] of folders) {
    const { errors, validFilenames } = checkCnsFiles({
      files,
      segment: folder === "" ? null : folder,
      is_segmented_root: isSegmented,
    });
    if (errors.length > 0 || validFilenames.length < files.length) return cnsStructureError;
  }
  return null;
}
