/** What runs stored, for windows: told by their rows, read from copies of their files on this node. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Segment } from "../../protocol/recordings.ts";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { AnalysisRefused, type StoredOutput, type StoredRuns } from "../analysis/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { roomIn } from "../platform/storage/room.ts";
import { ObjectDamaged, ObjectMissing } from "../platform/storage/types.ts";
import { digestOf, type FileProblem, soundStream } from "./result-file.ts";
import { findSeries, findStored, type StoredFile, setFileProblem } from "./rows.ts";
import { type FileDeps, readable } from "./run-file.ts";
import type { StoredSeries } from "./types.ts";

export interface StoredRunDeps extends FileDeps {
  db: Queries;
  dataDir: string;
  /** Of the copies, at most, but for the one that was made last. */
  budgetBytes?: number;
}

const usualBudget = 2 * 1024 ** 3;
/** So long a run that was deleted may still be answered for. */
const freshMs = 1000;
const mostRemembered = 64;
const fullDisk = ["ENOSPC", "EDQUOT"];
/** How often it is written down that a copy is used. */
const touchMs = 60_000;

const folderIn = (dataDir: string) => join(dataDir, "cache", "runs");
/** Where a node keeps its copy of the file of a run. */
export const copyOf = (dataDir: string, fileKey: string): string =>
  join(folderIn(dataDir), fileKey.replaceAll("/", "-"));

const { file: fileText, failed } = pipelineText;

/** A run that is not there, or has no such output, is null; whether the caller may see it is decided by its recording. */
export function createStoredRuns(deps: StoredRunDeps): StoredRuns {
  const copies = new Copies(deps);
  const files = new Map<number, { at: number; found: Promise<StoredFile | null> }>();
  /** A file never changes, so what is kept of its outputs does not either. */
  const outputs = new Map<string, Promise<KeptSeries | null>>();
  const file = (id: number): Promise<StoredFile | null> => {
    const known = files.get(id);
    if (known !== undefined && performance.now() - known.at < freshMs) return known.found;
    const found = findStored(deps.db, id);
    put(files, id, { at: performance.now(), found });
    found.catch(() => files.delete(id));
    return found;
  };
  const series = (stored: StoredFile, output: string): Promise<KeptSeries | null> => {
    const key = JSON.stringify([stored.id, stored.jobId, output]);
    const known = outputs.get(key) ?? findSeries(deps.db, stored, output).then(kept);
    put(outputs, key, known);
    known.catch(() => outputs.delete(key));
    return known;
  };
  return async ({ run_id, output }) => {
    const stored = await file(run_id);
    const found = stored === null ? null : await series(stored, output);
    if (stored === null || found === null) return null;
    if (stored.fileProblem !== null) throw new AnalysisRefused(fileText[stored.fileProblem]);
    const problem = await copies.make(stored);
    if (problem === null) return outputOf(stored, found, copies.pathOf(stored));
    await setFileProblem(deps.db, stored, problem);
    files.delete(run_id);
    deps.log.warn({ run_id, problem }, "pipelines.file-lost");
    throw new AnalysisRefused(fileText[problem]);
  };
}

type KeptSeries = Omit<StoredSeries, "segments"> & { segments: readonly Segment[] };

const kept = (series: StoredSeries | null): KeptSeries | null =>
  series === null
    ? null
    : { ...series, segments: series.segments.map(([first, count, start_ms]) => ({ first, count, start_ms })) };

/** The newest last; the oldest goes. */
function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > mostRemembered) map.delete(map.keys().next().value as Key);
}

function outputOf(
  { id, patientKey, jobId, name, finishedAt, stored: { core, recordingIds } }: StoredFile,
  { columns, units, sampling_hz, segments, definition, parameters, sources, missing_share, masked_share }: KeptSeries,
  path: string,
): StoredOutput {
  return {
    ...{ patientKey, recordingIds, version: jobId, path, columns, units, sampling_hz, segments },
    facts: {
      ...{ run_id: id, name, finished_at: finishedAt, core, definition, parameters, sources: [...sources] },
      ...{ missing_share, masked_share },
    },
  };
}

/** Copies of files on this node. One is used once all of it was compared with what was written; what was not used for longest goes first. */
class Copies {
  private readonly folder: string;
  /** Those that were compared since this server runs, and when it was last written down that they are used. */
  private readonly sound = new Map<string, number>();
  private readonly making = new Map<string, Promise<FileProblem | null>>();
  constructor(private readonly deps: StoredRunDeps) {
    this.folder = folderIn(deps.dataDir);
  }

  pathOf = ({ fileKey }: StoredFile): string => copyOf(this.deps.dataDir, fileKey);

  /** Null: it is there. @throws AnalysisRefused where there is no room, Refused while the store does not answer */
  make(file: StoredFile): Promise<FileProblem | null> {
    const path = this.pathOf(file);
    const making = this.making.get(path) ?? this.makeOnce(path, file).finally(() => this.making.delete(path));
    this.making.set(path, making);
    return making;
  }

  private async makeOnce(path: string, file: StoredFile): Promise<FileProblem | null> {
    const there = await stat(path).catch(() => null);
    if (there?.size === file.sizeBytes && (await this.isSound(path, file))) return null;
    this.sound.delete(path);
    await mkdir(this.folder, { recursive: true });
    if (file.sizeBytes > (await roomIn(this.folder))) throw new AnalysisRefused(failed.noRoomToShow);
    const part = `${path}.part`;
    const { signal } = new AbortController();
    try {
      const problem = await readable(this.deps, signal, async () => {
        try {
          await pipeline(await soundStream(this.deps.stores.own, file), createWriteStream(part));
        } catch (error) {
          if (error instanceof ObjectMissing) return "missing";
          if (error instanceof ObjectDamaged) return "changed";
          // The store is read, and this node's disk is written.
          if (fullDisk.includes((error as NodeJS.ErrnoException).code ?? "")) return "noRoom";
          throw error;
        }
        await rename(part, path);
        this.sound.set(path, Date.now());
        await this.trim(file.sizeBytes);
        return null;
      });
      if (problem === "noRoom") throw new AnalysisRefused(failed.noRoomToShow);
      return problem;
    } finally {
      await rm(part, { force: true });
    }
  }

  private async isSound(path: string, { sha256 }: StoredFile): Promise<boolean> {
    const touched = this.sound.get(path);
    if (touched === undefined && (await digestOf(createReadStream(path))).sha256 !== sha256) return false;
    const now = Date.now();
    if (touched === undefined || now - touched > touchMs) {
      this.sound.set(path, now);
      await utimes(path, now / 1000, now / 1000).catch(() => undefined);
    }
    return true;
  }

  /** Of the one that was just made its bytes count, and it stays. */
  private async trim(made: number): Promise<void> {
    const found: { path: string; size: number; usedAt: number }[] = [];
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const facts = await stat(path).catch(() => null);
      // What is being copied has no place yet; what a server that died had begun goes as the oldest does.
      if (facts !== null && !this.making.has(path.replace(/\.part$/, "")))
        found.push({ path, size: facts.size, usedAt: facts.mtimeMs });
    }
    let bytes = found.reduce((sum, { size }) => sum + size, made);
    const { budgetBytes = usualBudget } = this.deps;
    for (const { path, size } of found.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= budgetBytes) return;
      await rm(path, { force: true });
      bytes -= size;
    }
  }
}
