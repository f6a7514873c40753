/**
 * Features of EEG trends that outlast a restart: files beside those of the derived pyramids, within the same budget. A reader never waits for the disk to take
 * one, and a disk that takes none is no error to them.
 */
import { mkdir, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { TrendFeatures } from "../../signal/trend-features.ts";
import { claimMs, claimName, type DerivedCache } from "./derived-cache.ts";
import { checkTrendFile, encodeTrendFile, readTrendFile, type TrendFileIdentity } from "./trend-file.ts";

export class TrendFiles {
  private readonly storing = new Map<string, Promise<void>>();

  constructor(
    private readonly cache: DerivedCache,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Whether it is there and, as far as its first bytes say, what it should be. */
  has(identity: TrendFileIdentity): Promise<boolean> {
    return this.cache.isThere(identity, checkTrendFile);
  }

  /** Null when it is not there, or not what it should be: then it is removed. */
  async read(identity: TrendFileIdentity): Promise<TrendFeatures | null> {
    const file = await this.cache.openAs(identity, checkTrendFile);
    if (file === null) return null;
    try {
      return await readTrendFile(file, identity);
    } catch {
      await this.cache.drop(this.cache.pathOf(identity)); // it broke while it was read
      return null;
    } finally {
      await file.close();
    }
  }

  /** Writes it when there is time; who reads goes first. */
  keep(identity: TrendFileIdentity, features: TrendFeatures): void {
    const path = this.cache.pathOf(identity);
    if (this.storing.has(path)) return;
    const file = encodeTrendFile(identity, features);
    const stored = new Promise((resolve) => setImmediate(resolve))
      .then(() => this.cache.store(identity, file))
      .catch(this.onFailure)
      .finally(() => this.storing.delete(path));
    this.storing.set(path, stored);
  }

  /** Resolves when what was to be kept is, or could not be. */
  async idle(): Promise<void> {
    await Promise.all(this.storing.values());
  }

  /**
   * Lets one of the nodes that share the folder make a chunk beforehand. Returns what gives the claim back, null while another has it; who reads does not ask.
   * @throws what the disk says
   */
  async claim(identity: TrendFileIdentity): Promise<(() => Promise<void>) | null> {
    const path = `${this.cache.pathOf(identity)}${claimName}`;
    await mkdir(dirname(path), { recursive: true });
    const held = await stat(path).catch(() => null);
    if (held !== null && Date.now() - held.mtimeMs > claimMs) await rm(path, { force: true });
    try {
      await (await open(path, "wx")).close();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") return null;
      throw error;
    }
    return () => rm(path, { force: true });
  }
}
