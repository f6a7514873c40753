/** Why a data folder cannot be used, found out after something failed: one sentence that says what to do. */
import { accessSync, constants, existsSync, type StatsFs, statfsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartRefused } from "./start-refused.ts";

const MB = 1024 ** 2;
/** A new database takes 45 MB, and a start may write a new file of its log (16 MB). */
const roomToStart = { first: 64 * MB, later: 24 * MB } as const;

type Failure = Partial<NodeJS.ErrnoException>;

/**
 * The sentence for an error of the start, or null when it is none of the folder's: then it is a defect, and belongs into
 * the log with where it came from. `isEmbedded`: codes of the database speak of files in the folder.
 */
export function startProblem(error: unknown, dataDir: string, { isEmbedded = true } = {}): StartRefused | null {
  if (error instanceof StartRefused) return error;
  const { path, syscall, ...rest } = (error instanceof Error ? error : {}) as Failure;
  const code = rest.code ?? (rest.cause as Failure | undefined)?.code; // of a query, below what names the query
  const isOfFiles = syscall !== undefined && (path === undefined || isInside(path, dataDir));
  const sentence =
    (isOfFiles || (isEmbedded && isOfDisk(code))
      ? (folderProblem(dataDir) ?? sentenceOf(code, path ?? dataDir))
      : null) ?? (isEmbedded && isDamage(code) ? damaged(dataDir) : null);
  return sentence === null ? null : new StartRefused(sentence);
}

/** What keeps this account from working in `dataDir`, or null when nothing that can be seen does. */
export function folderProblem(dataDir: string): string | null {
  const folder = resolve(dataDir);
  const nearest = nearestOf(folder);
  if (!statSync(nearest).isDirectory())
    return `${nearest} is a file, not a folder: name a folder with --data, or move the file away.`;
  const database = join(folder, "database");
  const isFirst = !existsSync(database);
  if (!isFirst && !statSync(database).isDirectory()) return sentenceOf("ENOTDIR", database);
  for (const part of isFirst ? [nearest] : [nearest, database]) {
    const code = refusalOf(part);
    if (code === "EACCES" && nearest !== folder)
      return `The folder ${folder} cannot be made, because this account may not write to ${nearest}: make it and give it to the account that runs the server, or name another with --data.`;
    if (code !== undefined) return sentenceOf(code, part) ?? `${part} cannot be used (${code}).`;
  }
  const { bavail, bsize }: StatsFs = statfsSync(nearest);
  const wanted = roomToStart[isFirst ? "first" : "later"];
  if (bavail * bsize < wanted) return full(nearest, wanted);
  return null;
}

/** Said when the files of the embedded database are not what they should be. They are left as they are. */
export const damaged = (dataDir: string): string =>
  `The database in ${join(resolve(dataDir), "database")} is damaged or incomplete: put back a backup (npm run restore), or copy the folder away before anything else is tried.`;

const full = (path: string, wanted: number) =>
  `The disk of ${path} is full: free ${Math.ceil(wanted / MB)} MB or more, then start again.`;

function sentenceOf(code: string | undefined, path: string): string | null {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "53100":
      return full(path, roomToStart.later);
    case "EROFS":
      return `${path} is on a disk that is mounted read-only: mount it for writing, or name another folder with --data.`;
    case "EACCES":
    case "EPERM":
      return `This account may not write to ${path}: give the folder and all in it to the account that runs the server (chown -R), or name another folder with --data.`;
    case "ENOTDIR":
    case "EEXIST":
    case "EISDIR":
      return `${path} is not what it should be, a file for a folder or a folder for a file: move it away, or name another folder with --data.`;
    case "EMFILE":
    case "ENFILE":
      return "Too many files are open: raise the limit for this account (ulimit -n), then start again.";
    case "EIO":
    case "58030":
      return `The disk of ${path} cannot be read or written: check the disk, then put back a backup (npm run restore).`;
    default:
      return null;
  }
}

const isOfDisk = (code: string | undefined): boolean => ["53100", "58030"].includes(code ?? "");

/** Codes of PostgreSQL for files that are gone or hold something else: 58P01, XX001, XX002. */
const isDamage = (code: string | undefined): boolean => ["58P01", "XX001", "XX002"].includes(code ?? "");

/** Whether `path` is the folder, something in it, or a folder it lies in. */
const isInside = (path: string, folder: string): boolean => {
  const [one, other] = [`${resolve(path)}/`, `${resolve(folder)}/`];
  return one.startsWith(other) || other.startsWith(one);
};

/** The folder, or the nearest one above it that is there. */
function nearestOf(path: string): string {
  for (let at = path; ; at = dirname(at)) if (existsSync(at) || dirname(at) === at) return at;
}

function refusalOf(folder: string): string | undefined {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
