/** What is known about CSV files, kept on disk within a budget: what was not used for longest goes first. Losing any is harmless. */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Dialect } from "./dialect.ts";
import { factsName, indexName, type RowPlaces, spillName } from "./messages.ts";

/** Raised when the files get another layout or meaning. */
const formatVersion = 2;

export interface CsvFacts {
  dialect: Dialect;
  /** Rows without the header. */
  total: number;
  /** Cells of the widest row. */
  width: number;
  /** The table to search and sort: "slow" when making it took too long, "room" when the disk had none for it. */
  table: "there" | "none" | "slow" | "room";
  /** Epoch ms. */
  madeAt: number;
}

/** Folders that are no file's. */
const isUnfinished = (name: string) => name.startsWith("new-") || name.startsWith(spillPrefix);
const spillPrefix = spillName(0).slice(0, -1);

export class CsvCache {
  private readonly ready: Promise<void>;
  private makings = 0;
  /** Folders are put in their places one after another. */
  private lastKept: Promise<unknown> = Promise.resolve();

  /** `folder` is made when needed; what an earlier run left unfinished is removed. */
  constructor(
    readonly folder: string,
    private readonly budgetBytes: number,
  ) {
    this.ready = this.clear();
  }

  /** A folder to work in, for `keep`. Whoever asked for it removes it, when nobody writes into it any more. */
  async newFolder(): Promise<string> {
    await this.ready;
    const path = join(this.folder, `new-${process.pid}-${++this.makings}`);
    await mkdir(path, { recursive: true });
    return path;
  }

  pathOf = (key: string, name: string): string => join(this.folder, key, name);

  async read(key: string): Promise<{ facts: CsvFacts; places: RowPlaces } | null> {
    await this.ready;
    try {
      const { version, ...facts } = JSON.parse(await readFile(this.pathOf(key, factsName), "utf8")) as CsvFacts & {
        version: number;
      };
      if (version !== formatVersion) return null;
      const bytes = await readFile(this.pathOf(key, indexName));
      const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      const half = numbers.length / 2;
      if (!Number.isInteger(half) || half === 0) return null;
      this.touch(key);
      return { facts, places: { rows: numbers.subarray(0, half), offsets: numbers.subarray(half) } };
    } catch {
      return null; // it is not there, or was cut short
    }
  }

  /** Keeps what was made in `making` under a key; older ones make room. */
  keep(key: string, making: string, facts: CsvFacts, places: RowPlaces): Promise<void> {
    const kept = this.lastKept.then(() => this.place(key, making, facts, places));
    this.lastKept = kept.catch(() => undefined);
    return kept;
  }

  /** What was found out is to be found out again. */
  async drop(key: string): Promise<void> {
    await rm(join(this.folder, key), { recursive: true, force: true });
  }

  /** It is being used. */
  touch(key: string): void {
    const now = new Date();
    void utimes(this.pathOf(key, factsName), now, now).catch(() => undefined);
  }

  private async place(key: string, making: string, facts: CsvFacts, { rows, offsets }: RowPlaces): Promise<void> {
    await writeFile(join(making, indexName), Buffer.concat([bytesOf(rows), bytesOf(offsets)]));
    await writeFile(join(making, factsName), JSON.stringify({ version: formatVersion, ...facts }));
    const place = join(this.folder, key);
    await rm(place, { recursive: true, force: true });
    await rename(making, place);
    await this.trim(key);
  }

  private async trim(kept: string): Promise<void> {
    const found: { key: string; bytes: number; usedAt: number }[] = [];
    for (const key of await readdir(this.folder)) {
      if (isUnfinished(key)) continue;
      const facts = await stat(this.pathOf(key, factsName)).catch(() => null);
      found.push({ key, bytes: await sizeOf(join(this.folder, key)), usedAt: facts?.mtimeMs ?? 0 });
    }
    let bytes = found.reduce((sum, one) => sum + one.bytes, 0);
    for (const { key, bytes: own } of found.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= this.budgetBytes) return;
      if (key === kept) continue;
      await rm(join(this.folder, key), { recursive: true, force: true });
      bytes -= own;
    }
  }

  private async clear(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const name of await readdir(this.folder))
      if (isUnfinished(name)) await rm(join(this.folder, name), { recursive: true, force: true });
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) => Buffer.from(buffer, byteOffset, byteLength);

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => []))
    bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0;
  return bytes;
}
