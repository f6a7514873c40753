/**
 * Features of SD detection (signal/sd-features.ts), made in chunks of ten minutes of the epoch grid on compute threads and kept in memory. A page and the ones
 * beside it look at the same minutes, and a chunk does not depend on who asked or when.
 */
import { createHash } from "node:crypto";
import type { Derivation } from "../../protocol/recipe.ts";
import { type SdFeatures, sdBlockSeconds, sdWarmupMs } from "../../signal/sd-features.ts";
import { firstSampleFrom } from "../analysis/index.ts";
import { KeptResults } from "../platform/kept-results.ts";
import type { ComputePool } from "./compute-pool.ts";
import { chunkKey, groupFacts } from "./derived-cache.ts";
import { maskedSamples } from "./masked-samples.ts";
import { cancelled } from "./page-refused.ts";
import { type SdChunkInput, sdChunkSeconds, sdFeatureWork } from "./tasks/sd-work.ts";
import type { Making, PageSource } from "./tasks/task.ts";
import type { Asker } from "./turns.ts";

/** Chunks of one page that are waited for side by side. */
const sideBySide = 4;
const defaultBudgetBytes = 48 * 1024 * 1024;

export interface SdFeatureOrder {
  source: PageSource;
  derivations: readonly Derivation[];
  /** Chunks [firstChunk, endChunk) of the epoch grid. */
  firstChunk: number;
  endChunk: number;
}

export class SdFeatureStore {
  private readonly chunks: KeptResults<SdFeatures>;

  constructor(
    private readonly pool: Pick<ComputePool, "run">,
    private readonly coreHash: string,
    budgetBytes = defaultBudgetBytes,
  ) {
    this.chunks = new KeptResults(({ means, levels }) => means.byteLength + levels.byteLength, budgetBytes);
  }

  /** The features of all chunks side by side. Fails as ComputePool.run does. */
  read(order: SdFeatureOrder, asker: Asker): Making<SdFeatures> {
    const { firstChunk, endChunk, derivations } = order;
    const rows = derivations.length;
    const chunks = endChunk - firstChunk;
    const whole: SdFeatures = {
      rows,
      seconds: chunks * sdChunkSeconds,
      means: new Float64Array(rows * chunks * sdChunkSeconds).fill(Number.NaN),
      levels: new Float64Array((rows * chunks * sdChunkSeconds) / sdBlockSeconds).fill(Number.NaN),
    };
    const pyramid = this.nameOf(order);
    const progresses = new Map<number, () => number>();
    let [next, done] = [0, 0];
    const work = async () => {
      while (next < chunks) {
        const place = next++;
        if (asker.signal.aborted) throw cancelled();
        const made = this.chunk(order, firstChunk + place, pyramid, asker);
        if (made !== null) {
          progresses.set(place, made.progress);
          put(await made.result, whole, place);
          progresses.delete(place);
        }
        done++;
      }
    };
    const result = Promise.all(Array.from({ length: Math.min(chunks, sideBySide) }, work));
    return {
      result: result.then(() => whole),
      progress: () => (done + [...progresses.values()].reduce((sum, one) => sum + one(), 0)) / chunks,
    };
  }

  /** Null where the recording has nothing. */
  private chunk(
    { source, derivations }: SdFeatureOrder,
    chunk: number,
    name: string,
    asker: Asker,
  ): Making<SdFeatures> | null {
    const { recording, group } = source;
    const startMs = chunk * sdChunkSeconds * 1000;
    const first = firstSampleFrom(group, startMs - sdWarmupMs);
    const end = firstSampleFrom(group, startMs + sdChunkSeconds * 1000);
    if (end <= firstSampleFrom(group, startMs)) return null;
    const input: SdChunkInput = { startMs, first, end, derivations, masked: maskedSamples(source, first, end) };
    const facts = createHash("sha256")
      .update(name)
      .update(JSON.stringify([chunk, input.masked]))
      .digest("hex");
    const key = chunkKey(facts, { recording, group }, first, end);
    const known = this.chunks.get(key);
    if (known !== undefined) return { result: Promise.resolve(known), progress: () => 1 };
    const work = { recording, modality: group.modality, task: sdFeatureWork, input, key };
    const { result, progress } = this.pool.run(work, asker);
    return { result: result.then((made) => this.chunks.keep(key, made)), progress };
  }

  /** What all chunks depend on, wherever there are samples and masks. */
  private nameOf({ source: { recording, group }, derivations }: SdFeatureOrder): string {
    return JSON.stringify(["sd", this.coreHash, groupFacts(recording, group), derivations]);
  }
}

/** Puts a chunk at its place among those of a page. */
function put(chunk: SdFeatures, whole: SdFeatures, place: number): void {
  const copy = (from: Float64Array, to: Float64Array) => {
    const [own, all] = [from.length / whole.rows, to.length / whole.rows];
    for (let row = 0; row < whole.rows; row++)
      to.set(from.subarray(row * own, (row + 1) * own), row * all + place * own);
  };
  copy(chunk.means, whole.means);
  copy(chunk.levels, whole.levels);
}
