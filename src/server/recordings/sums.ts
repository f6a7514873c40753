/** The sums file of a group: those of all blocks, array after array as `arraysOf` orders them. */
import { join } from "node:path";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { digestOf, sumBytes } from "./checksum.ts";
import type { FilePool } from "./file-pool.ts";
import { type ArrayLayout, arraysOf, sumsFiles } from "./geometry.ts";

/** By folder of the array. */
export type GroupSums = ReadonlyMap<string, Uint8Array>;

/** So many bytes of them are kept in memory: a day of 256 Hz has 0.4 MB. */
const mostKeptBytes = 64 * 1024 * 1024;

/** Bytes of the file of a group. */
export const sumsBytes = (group: SignalGroup): number =>
  arraysOf(group).reduce((sum, { blocks }) => sum + blocks * sumBytes, 0);

/** The sums of each array, as parts of the bytes of the file. */
export function splitSums(group: SignalGroup, bytes: Uint8Array): GroupSums {
  let at = 0;
  return new Map(
    arraysOf(group).map(({ folder, blocks }) => {
      const from = at;
      at += blocks * sumBytes;
      return [folder, bytes.subarray(from, at)];
    }),
  );
}

/** None for a level that the part they are of is too short for. */
export const sumsOf = (sums: GroupSums, layout: ArrayLayout): Uint8Array => sums.get(layout.folder) ?? noSums;
const noSums = new Uint8Array(0);

/** The bytes of one sums file; null when they are not those of the digest. */
async function readSumsFile(
  files: FilePool,
  path: string,
  group: SignalGroup,
  digest: string,
): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(sumsBytes(group));
  if (bytes.length === 0) return bytes;
  for (const isFresh of [false, true]) {
    const [state] = await files.read([{ path, position: 0, bytes }], { isFresh });
    if (state === "whole" && digestOf(bytes) === digest) return bytes;
    if (state === "absent" && isFresh) return null;
  }
  return null;
}

/** The sums of groups, kept in memory while they are used. */
export class SumsBook {
  private readonly known = new Map<string, Promise<GroupSums | null>>();
  private readonly sizes = new Map<string, number>();

  constructor(private readonly files: FilePool) {}

  /** Null when no file of them is what the digest says. */
  of(folder: string, group: SignalGroup, digest: string): Promise<GroupSums | null> {
    const key = `${folder}/${digest}`;
    const found = this.known.get(key) ?? this.read(folder, group, digest);
    this.known.delete(key);
    this.known.set(key, found); // the last in the order of use
    this.sizes.set(key, sumsBytes(group));
    const drop = () => {
      if (this.known.get(key) === found) this.forgetKey(key);
    };
    found.then((sums) => sums === null && drop(), drop); // it may be there again
    this.trim(key);
    return found;
  }

  forget(folder: string): void {
    for (const key of [...this.known.keys()]) if (key.startsWith(`${folder}/`)) this.forgetKey(key);
  }

  private async read(folder: string, group: SignalGroup, digest: string): Promise<GroupSums | null> {
    for (const name of sumsFiles) {
      const bytes = await readSumsFile(this.files, join(folder, name), group, digest);
      if (bytes !== null) return splitSums(group, bytes);
    }
    return null;
  }

  private forgetKey(key: string): void {
    this.known.delete(key);
    this.sizes.delete(key);
  }

  private trim(kept: string): void {
    let bytes = [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const key of this.known.keys()) {
      if (bytes <= mostKeptBytes) return;
      if (key === kept) continue;
      bytes -= this.sizes.get(key) ?? 0;
      this.forgetKey(key);
    }
  }
}
