/** Copies of files of runs on this node. One is used once all of it was compared with what was written; what was not used for longest goes first. */
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { AnalysisRefused } from "../analysis/index.ts";
import { roomIn } from "../platform/storage/room.ts";
import { ObjectDamaged, ObjectMissing } from "../platform/storage/types.ts";
import { digestOf, type FileProblem, soundStream, type WrittenFile } from "./result-file.ts";
import { type FileDeps, readable } from "./run-file.ts";

export interface CopyDeps extends FileDeps {
  dataDir: string;
  /** Of the copies, at most, but for the one that was made last. */
  budgetBytes?: number;
}

export interface Copying {
  /** Null: it is there. @throws AnalysisRefused where there is no room, Refused while the store does not answer */
  result: Promise<FileProblem | null>;
  /** Of what is read of it, 0..1. */
  progress(): number;
}

const usualBudget = 2 * 1024 ** 3;
/** How often it is written down that a copy is used. */
const touchMs = 60_000;
const fullDisk = ["ENOSPC", "EDQUOT"];

const folderIn = (dataDir: string) => join(dataDir, "cache", "runs");
/** Where a node keeps its copy of the file of a run. */
export const copyOf = (dataDir: string, fileKey: string): string =>
  join(folderIn(dataDir), fileKey.replaceAll("/", "-"));

/** A copy that is being made or compared. */
interface Making extends Copying {
  /** Bytes that were read, and those of the whole file. */
  read: number;
  readonly size: number;
}

export class RunCopies {
  private readonly folder: string;
  /** Those that were compared since this server runs, and when it was last written down that they are used. */
  private readonly sound = new Map<string, number>();
  private readonly making = new Map<string, Making>();
  constructor(private readonly deps: CopyDeps) {
    this.folder = folderIn(deps.dataDir);
  }

  pathOf = ({ fileKey }: WrittenFile): string => copyOf(this.deps.dataDir, fileKey);

  /** Whoever asks while it is being made waits for the same. */
  make(file: WrittenFile): Copying {
    const path = this.pathOf(file);
    const known = this.making.get(path);
    if (known !== undefined) return known;
    const making: Making = {
      ...{ read: 0, size: file.sizeBytes },
      result: Promise.resolve(null),
      progress: () => Math.min(1, making.read / Math.max(1, making.size)),
    };
    this.making.set(path, making);
    making.result = this.makeOnce(path, file, making).finally(() => this.making.delete(path));
    return making;
  }

  private async makeOnce(path: string, file: WrittenFile, making: Making): Promise<FileProblem | null> {
    const there = await stat(path).catch(() => null);
    if (there?.size === file.sizeBytes && (await this.isSound(path, file, making))) return null;
    this.sound.delete(path);
    making.read = 0;
    await mkdir(this.folder, { recursive: true });
    if (this.toCome() > (await roomIn(this.folder))) throw new AnalysisRefused(pipelineText.failed.noRoomToShow);
    const part = `${path}.part`;
    const { signal } = new AbortController();
    try {
      const problem = await readable(this.deps, signal, async () => {
        try {
          await pipeline(
            await soundStream(this.deps.stores.own, file),
            (pieces) => counted(pieces, making),
            createWriteStream(part),
          );
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
      if (problem === "noRoom") throw new AnalysisRefused(pipelineText.failed.noRoomToShow);
      return problem;
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Bytes that copies which are being made will still take. */
  private toCome = (): number =>
    [...this.making.values()].reduce((sum, { size, read }) => sum + Math.max(0, size - read), 0);

  private async isSound(path: string, { sha256 }: WrittenFile, making: Making): Promise<boolean> {
    const touched = this.sound.get(path);
    if (touched === undefined && (await digestOf(counted(createReadStream(path), making))).sha256 !== sha256)
      return false;
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

async function* counted(pieces: AsyncIterable<Uint8Array>, making: Making): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    making.read += piece.byteLength;
    yield piece;
  }
}
