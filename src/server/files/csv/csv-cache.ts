/** What is known about CSV files, kept on disk within a budget: what was not used for longest goes first. Losing any is harmless. */
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Dialect } from "./dialect.ts";
import { factsName, indexName, type RowPlaces } from "./messages.ts";

/** Raised when the files get another layout or meaning. */
const formatVersion = 1;

export interface CsvFacts {
  dialect: Dialect;
  /** Rows without the header. */
  total: number;
  /** Cells of the widest row. */
  width: number;
  /** Whether there is a table to search and sort. */
  isTable: boolean;
}

export class CsvCache {
  private readonly ready: Promise<void>;
  private makings = 0;

  /** `folder` is made when needed; what an earlier run left unfinished is removed. */
  constructor(
    readonly folder: string,
    private readonly budgetBytes: number,
  ) {
    this.ready = this.clear();
  }

  /** A folder to work in, for `keep`. */
  async newFolder(): Promise<string> {
    await this.ready;
    return join(this.folder, `new-${process.pid}-${++this.makings}`);
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
  async keep(key: string, making: string, facts: CsvFacts, { rows, offsets }: RowPlaces): Promise<void> {
    await writeFile(join(making, indexName), Buffer.concat([bytesOf(rows), bytesOf(offsets)]));
    await writeFile(join(making, factsName), JSON.stringify({ version: formatVersion, ...facts }));
    const place = join(this.folder, key);
    await rm(place, { recursive: true, force: true });
    await rename(making, place);
    await this.trim(key);
  }

  /** It is being used. */
  touch(key: string): void {
    const now = new Date();
    void utimes(this.pathOf(key, factsName), now, now).catch(() => undefined);
  }

  private async trim(kept: string): Promise<void> {
    const found: { key: string; bytes: number; usedAt: number }[] = [];
    for (const key of await readdir(this.folder)) {
      if (key.startsWith("new-") || key === "spill") continue;
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
      if (name.startsWith("new-") || name === "spill")
        await rm(join(this.folder, name), { recursive: true, force: true });
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) => Buffer.from(buffer, byteOffset, byteLength);

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => []))
    bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0;
  return bytes;
}
