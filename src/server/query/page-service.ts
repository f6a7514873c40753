/** Makes pages of recordings: what a page is made of, and how, is told by its task (tasks). */
import { join } from "node:path";
import {
  type CodableBlock,
  computedKinds,
  isCodable,
  type SentBlock,
  type SentPage,
  shapeOf,
} from "../../protocol/page-codec.ts";
import type { PageCode, RenderModalities } from "../../protocol/pages.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { isDerived, type MasksOf, type StoredRuns } from "../analysis/index.ts";
import type { RemoteEegService } from "../eeg-service/index.ts";
import { describeError } from "../platform/describe-error.ts";
import type { PageLoad } from "../platform/health/metrics.ts";
import { Lanes } from "../platform/lanes.ts";
import { DamageFound, type HomeSettings, type Integrity, type Recordings } from "../recordings/index.ts";
import { ComputePool, startComputeThread } from "./compute-pool.ts";
import { DerivedCache } from "./derived-cache.ts";
import { type DerivedPageOrder, DerivedPyramid } from "./derived-pyramid.ts";
import { DerivedSamples } from "./derived-samples.ts";
import { KeptMeans } from "./kept-means.ts";
import { demandKnown, readRequest, recordingsOf, resolveRequest } from "./page-request.ts";
import type { LookUp } from "./recording-lookup.ts";
import { SdFeatureStore } from "./sd-feature-store.ts";
import { bringFiles } from "./stored-files.ts";
import { codedValues } from "./tasks/coded-values.ts";
import { codedSamples } from "./tasks/samples.ts";
import type { PageSource, PageTaskDeps } from "./tasks/task.ts";
import { TrendFiles } from "./trend-files.ts";
import { TrendPages, trendOf } from "./trend-pages.ts";
import { trendSamples } from "./trend-samples.ts";
import { type BuiltChunks, type TrendOrder, TrendStore } from "./trend-store.ts";
import type { Asker } from "./turns.ts";
import { YoungChunks } from "./young-chunks.ts";

export interface PageService {
  /**
   * Makes one page out of recordings that `lookUp` knows, when it is asked for and still when it is done. `onProgress`
   * hands over a function that tells how far it is, 0..1, once the request is resolved. Values are coded where the asker wants it and it makes them fewer bytes.
   * Fails with PageRefused.
   */
  page(sent: unknown, asker: Asker, lookUp: LookUp, onProgress: OnProgress): Promise<SentPage>;
  /** Builds what is missing of a long filtered view, behind everything that users ask for. Returns how much was built. */
  build(order: Omit<DerivedPageOrder, "grid">, signal: AbortSignal): Promise<number>;
  /** The same of what EEG trends are made of. */
  buildTrends(order: TrendOrder, signal: AbortSignal): Promise<BuiltChunks>;
  /** This user asks for nothing more: no thread is kept for them. */
  forget(user: object): void;
  /** How busy it is, for the operator. */
  load(): PageLoad;
  close(): Promise<void>;
}

/** How far a page is, 0 to 1, and what its sources are of, as they are described now. */
export type OnProgress = (progress: () => number, recordings: readonly RecordingDetail[]) => void;

export interface PageServiceOptions {
  recordings: Pick<Recordings, "readSamples"> & { integrity: Pick<Integrity, "found" | "levelFound" | "used"> };
  /** What artifacts mask, for analyses that leave them out. */
  masksOf: MasksOf;
  /** What runs of analyses stored; absent: none are read. */
  storedRuns?: StoredRuns;
  dataDir: string;
  /** For the compute threads: where recordings are kept, when it is not the data folder. */
  home?: HomeSettings;
  /** Hash of the core's binary: columns of another core are not reused. */
  coreHash: string;
  derivedCacheBytes: number;
  /** Draws EEG images elsewhere; absent: they are drawn on compute threads. */
  eegService?: RemoteEegService;
  /** Told when derived columns could not be kept on disk; pages are served all the same. */
  onStoreFailure?: (error: unknown) => void;
}

/** Of the hash of the core, as analyses tell it. */
export const coreDigits = 12;

/**
 * Samples that are read at once: more of them would take memory without being here sooner. What a service holds is on its way for
 * longer.
 */
const readsAtOnce = { disk: 8, service: 128 };
const stored = "stored";

/** Damage is written down chunk by chunk; a page that meets more than this fails, and is asked for again. */
const mostRounds = 32;

const toldEveryMs = 60_000;
const fullDisk = ["ENOSPC", "EDQUOT"];

/** Tells why a disk takes no columns, once a minute at most; that it is full is told by the watch of its room (`health/room-watch.ts`). */
export function storeFailures(
  log: { warn(facts: object, event: string): void },
  now: () => number = () => performance.now(),
): (error: unknown) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (fullDisk.includes((error as NodeJS.ErrnoException).code ?? "") || now() - toldAt < toldEveryMs) return;
    toldAt = now();
    log.warn({ err: describeError(error) }, "derived.store_failed");
  };
}

export function createPageService({
  recordings,
  masksOf,
  storedRuns,
  dataDir,
  home,
  coreHash,
  derivedCacheBytes,
  eegService,
  onStoreFailure = () => undefined,
}: PageServiceOptions): PageService {
  const pool = new ComputePool(() => startComputeThread({ dataDir, home }));
  pool.onLevel = (level) => recordings.integrity.levelFound(level);
  const cache = new DerivedCache(join(dataDir, "cache", "derived"), derivedCacheBytes);
  const young = new YoungChunks(cache, onStoreFailure);
  const nobody = {};
  const beforehand = (signal: AbortSignal): Asker => ({
    user: nobody,
    epoch: 0,
    sequence: 0,
    signal,
    isBackground: true,
  });
  const pyramid = new DerivedPyramid(pool, cache, young, coreHash);
  const derived = new DerivedSamples(pool, coreHash);
  const means = new KeptMeans(pool, coreHash);
  const sd = new SdFeatureStore(pool, coreHash);
  const trendFiles = new TrendFiles(cache, onStoreFailure);
  const trendStore = new TrendStore(pool, coreHash, trendFiles);
  const trends = new TrendPages(trendStore, pool, coreHash);
  const isOnDisk = home === undefined || home.store.kind === "fs";
  const reads = new Lanes<typeof stored>(isOnDisk ? readsAtOnce.disk : readsAtOnce.service);
  const tools: PageTaskDeps = {
    eegService: eegService ?? null,
    readSamples(source, span, asker) {
      if (trendOf(source) !== null) return trendSamples(trends, source, span, asker);
      if (isDerived(source.recording)) return derived.read(source, span, asker);
      const { code } = asker;
      // On a thread, which codes them at once. What a service holds is on its way for too long to keep one waiting.
      if (code !== undefined && isOnDisk) {
        const { recording, group } = source;
        return pool.run(
          { recording, modality: group.modality, task: codedSamples, input: { ...span, code }, key: null },
          asker,
        );
      }
      const read = () => recordings.readSamples(source.recording, source.group, span.first, span.count);
      return { result: reads.run(stored, read, asker.signal), progress: () => 0 };
    },
    pyramid: (order, asker) => pyramid.page(order, asker),
    means: (source, of, asker) => means.read(source, of, asker),
    trend: (source, span, asker) => trends.read(source, span, asker),
    sdFeatures: (order, asker) => sd.read(order, asker),
    compute: ({ recording, group }, work, asker) =>
      pool.run({ recording, modality: group.modality, ...work, key: null }, asker),
  };

  return {
    async page(sent, asker, lookUp, onProgress) {
      const wanted = readRequest(sent);
      recordings.integrity.used();
      for (let round = 1, look = lookUp; ; round++)
        try {
          return await make(wanted, asker, look, onProgress);
        } catch (error) {
          if (!(error instanceof DamageFound) || round === mostRounds) throw error;
          await recordings.integrity.found(error.found);
          look = (id) => lookUp(id, { isFresh: true });
        }
    },
    build: (order, signal) => pyramid.build(order, beforehand(signal)),
    buildTrends: (order, signal) => trendStore.build(order, beforehand(signal)),
    forget: (user) => pool.forget(user),
    load: () => ({ ...pool.load(), cacheHits: cache.hits, cacheMisses: cache.misses }),
    async close() {
      await pool.close();
      await young.idle();
      await trendFiles.idle();
    },
  };

  async function make(
    wanted: RenderModalities,
    asker: Asker,
    lookUp: LookUp,
    onProgress: OnProgress,
  ): Promise<SentPage> {
    const { request, form, task, sources } = await resolveRequest(wanted, lookUp, { masksOf, storedRuns });
    const progresses: (() => number)[] = [];
    // Trends of a page are made of the same features, which the first one brings.
    const parts = form.kind === "trend" ? 1 : sources.length;
    const made = () => Math.min(1, progresses.reduce((sum, progress) => sum + progress(), 0) / parts);
    const files = bringFiles(sources, storedRuns);
    onProgress(
      () => files.progress() ?? made(),
      sources.map(({ recording }) => recording),
    );
    await files.here(asker.signal);
    const blocks: SentBlock[] = [];
    for (const source of sources) {
      asker.signal.throwIfAborted();
      const making = task.make({ source, form, columns: request.pixel_count, span: request, asker }, tools);
      progresses.push(making.progress);
      for (const block of [await making.result].flat()) {
        const isSentAsIs = asker.code === undefined || block.data.length === 0 || !isCodable(block);
        blocks.push(isSentAsIs ? block : await coded(source, block, asker));
      }
    }
    for (const { recording } of sources)
      for (const { data_object_id } of recordingsOf(recording)) demandKnown(await lookUp(data_object_id));
    const isAnalysis = blocks.some(({ kind }) => computedKinds.includes(kind));
    return {
      ...{ start: request.start, end: request.end, blocks },
      ...(isAnalysis ? { core: coreHash.slice(0, coreDigits) } : {}),
    };
  }

  /** On a compute thread, if the asker wants it. */
  async function coded(source: PageSource, block: CodableBlock, asker: Asker): Promise<SentBlock> {
    const { data, ...rest } = block;
    const { length } = data;
    const input = { data, shape: shapeOf(block) };
    const made = await tools.compute(source, { task: codedValues, input }, asker).result;
    const code = asker.code as PageCode;
    const sent = made.bytes === null ? made.data : { code, bytes: made.bytes, length };
    return { ...rest, data: sent } as SentBlock;
  }
}
