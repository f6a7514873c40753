/** Chunks of derived pyramids and features of trends on disk, within a budget: what was not used for longest goes first. Losing any is harmless. */
import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runsWithin } from "../../domain/time/runs.ts";
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { planFilters } from "../../signal/coefficients.ts";
import { filterSetsOf, isSameFilters } from "../../signal/filter-sets.ts";
import { sourceFacts, sourceRuns } from "../analysis/index.ts";
import { demandRoom } from "../platform/storage/room.ts";
import { type ChunkIdentity, checkChunk } from "./chunk-file.ts";

/** Raised when the same core and recipe give other columns, or the files another layout. */
const formatVersion = 7;
/** After the name of a file: a node is making it. One that is older than `claimMs` was left by a node that died: a chunk takes a second. */
export const claimName = ".claim";
export const claimMs = 120_000;
/** Uses closer together than this are not written down. */
const touchMs = 60_000;

interface Entry {
  bytes: number;
  usedAt: number;
}

/** A file of the cache: the folder of what it is a part of, and its place there. */
export type KeptPlace = Pick<ChunkIdentity, "pyramid" | "chunk">;

/** Whether a file says that it is what it should be; its contents are checked by who reads them. */
export type CheckFile<Identity> = (file: FileHandle, identity: Identity, size: number) => Promise<boolean>;

/**
 * Hex sha256 of everything the columns depend on, but for where there are samples: a recording that grows keeps its pyramids.
 * `coreHash`: of the WASM binary.
 */
export function pyramidKey(recording: RecordingDetail, group: SignalGroup, recipe: Recipe, coreHash: string): string {
  const sets = filterSetsOf(recipe);
  const filters = sets.map((set) => [
    ...[set.lff, set.hff, set.notch],
    planFilters(set, group.sampling_hz).usesFloat64,
  ]);
  const derivations = recipe.derivations.map(({ first, second, filters: own }) => [
    ...[first, second].map((term) => [
      term.kind,
      term.kind === "channel" ? term.index : "members" in term ? term.members : null,
    ]),
    own === undefined ? 0 : sets.findIndex((set) => isSameFilters(set, own)),
  ]);
  const samples = groupFacts(recording, group);
  return createHash("sha256")
    .update(JSON.stringify([formatVersion, coreHash, samples, derivations, filters]))
    .digest("hex");
}

/** What the samples of a group depend on, but for where there are some. */
export function groupFacts(recording: RecordingDetail, group: SignalGroup): unknown[] {
  const { data_object_id, data_version, start_ms } = recording;
  const { modality, sampling_hz, missing_code, channels } = group;
  const scales = channels.map(({ gain, offset }) => [gain, offset]);
  const own = [data_object_id, data_version, start_ms, modality, sampling_hz, missing_code, scales];
  return [...own, ...sourceFacts(recording)];
}

/** Hex sha256 of a pyramid and of the runs in samples [from, to), which a chunk of it is made of; of a derived group of its sources' too. */
export function chunkKey(
  pyramid: string,
  { recording, group }: { recording: RecordingDetail; group: SignalGroup },
  from: number,
  to: number,
): string {
  const runs = runsWithin(group.segments, from, to).flatMap(({ first, count, isSeam }) => [
    first,
    count,
    Number(isSeam ?? 0),
  ]);
  const made = Float64Array.from([...runs, ...sourceRuns(recording, group, from, to)]);
  return createHash("sha256").update(pyramid).update(made).digest("hex");
}

export class DerivedCache {
  private readonly entries = new Map<string, Entry>();
  /** Looks for a chunk that found it, and that did not (/metrics). */
  hits = 0;
  misses = 0;
  private bytes = 0;
  private files = 0;
  private readonly scanned: Promise<void>;

  /** `folder` is made when needed; what an earlier run left there is kept. `demand`: of the disk, for so many bytes. */
  constructor(
    private readonly folder: string,
    private readonly budgetBytes: number,
    private readonly demand: typeof demandRoom = demandRoom,
  ) {
    // A folder that cannot be read holds nothing that is known of; whoever stores is told.
    this.scanned = this.scan().catch(() => undefined);
    // What cannot be removed now is looked at again with the next that is stored.
    void this.scanned.then(() => this.trim()).catch(() => undefined);
  }

  pathOf = ({ pyramid, chunk }: KeptPlace): string => join(this.folder, pyramid, String(chunk));

  /** The file of a chunk, or null when it is not there or says that it is another: then it is removed. Close it. */
  open(identity: ChunkIdentity): Promise<FileHandle | null> {
    return this.openAs(identity, checkChunk);
  }

  /** The same of a file of another kind. */
  async openAs<Identity extends KeptPlace>(identity: Identity, check: CheckFile<Identity>): Promise<FileHandle | null> {
    const file = await this.openChecked(identity, check);
    if (file === null) this.misses++;
    else this.hits++;
    return file;
  }

  private async openChecked<Identity extends KeptPlace>(
    identity: Identity,
    check: CheckFile<Identity>,
  ): Promise<FileHandle | null> {
    const path = this.pathOf(identity);
    let file: FileHandle;
    try {
      file = await open(path);
    } catch {
      return null;
    }
    try {
      const facts = await file.stat();
      if (await check(file, identity, facts.size)) {
        this.use(path, facts);
        return file;
      }
    } catch {
      // cut short while it was read: as good as broken
    }
    await file.close();
    await this.drop(path);
    return null;
  }

  /** Whether a file of the chunk is there; that is no use of it. */
  async has(identity: KeptPlace): Promise<boolean> {
    return (await stat(this.pathOf(identity)).catch(() => null)) !== null;
  }

  /** The same where the file must check out, too. */
  async isThere<Identity extends KeptPlace>(identity: Identity, check: CheckFile<Identity>): Promise<boolean> {
    const file = await open(this.pathOf(identity)).catch(() => null);
    if (file === null) return false;
    try {
      const { size } = await file.stat();
      return await check(file, identity, size);
    } catch {
      return false;
    } finally {
      await file.close();
    }
  }

  /** Stores the file of a chunk; older ones make room. The last of the disk is not taken for it. @throws what the disk says */
  async store(identity: KeptPlace, file: Uint8Array): Promise<void> {
    const path = this.pathOf(identity);
    const temporary = `${path}.${process.pid}-${++this.files}.new`;
    await this.scanned; // it takes what is half written for the remains of another run
    await this.demand(this.folder, file.length);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, file);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    const facts = await stat(path).catch(() => null);
    if (facts !== null) this.use(path, facts);
    await this.trim();
  }

  async drop(path: string): Promise<void> {
    this.bytes -= this.entries.get(path)?.bytes ?? 0;
    this.entries.delete(path);
    await rm(path, { force: true });
    await rmdir(dirname(path)).catch(() => undefined); // others are still in it
  }

  private use(path: string, facts: Stats): void {
    const known = this.entries.get(path);
    const now = Date.now();
    // The time of use lives in the file's access time, so that it outlasts a restart.
    if (now - (known?.usedAt ?? facts.atimeMs) > touchMs)
      void utimes(path, new Date(now), facts.mtime).catch(() => undefined);
    this.bytes += facts.size - (known?.bytes ?? 0);
    this.entries.set(path, { bytes: facts.size, usedAt: now });
  }

  private async trim(): Promise<void> {
    await this.scanned;
    if (this.bytes <= this.budgetBytes) return;
    const oldestFirst = [...this.entries].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [path] of oldestFirst) {
      if (this.bytes <= this.budgetBytes) return;
      await this.drop(path);
    }
  }

  private async scan(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const key of await readdir(this.folder))
      for (const name of await readdir(join(this.folder, key)).catch(() => [])) {
        const path = join(this.folder, key, name);
        const facts = await stat(path).catch(() => null);
        if (facts === null || this.entries.has(path)) continue;
        if (name.endsWith(claimName) && Date.now() - facts.mtimeMs < claimMs) continue; // another node is at it
        if (!/^-?\d+$/.test(name)) await rm(path, { force: true });
        else {
          this.entries.set(path, { bytes: facts.size, usedAt: facts.atimeMs });
          this.bytes += facts.size;
        }
      }
  }
}
