/** Makes pages: stored samples, exact columns of the stored channels, or columns of a recipe (src/protocol/pages.ts). */
import { join } from "node:path";
import { pyramidBase } from "../../domain/grid.ts";
import {
  type ColumnsBlock,
  type PageBlock,
  type SamplesBlock,
  type SentBlock,
  type SentPage,
  shapeOf,
} from "../../protocol/page-codec.ts";
import type { PageCode, PageForm, RenderModalities } from "../../protocol/pages.ts";
import type { ColumnGrid, ColumnResult } from "../../signal/types.ts";
import type { PageLoad } from "../platform/metrics.ts";
import { DamageFound, type HomeSettings, type Integrity, type Recordings } from "../recordings/index.ts";
import type { ComputeTask } from "./compute-messages.ts";
import { ComputePool, startComputeThread } from "./compute-pool.ts";
import { DerivedCache } from "./derived-cache.ts";
import { type DerivedPageOrder, DerivedPyramid } from "./derived-pyramid.ts";
import { breaksAt, columnEdges, positionsOf, segmentsWithin } from "./page-geometry.ts";
import { PageRefused, refusals } from "./page-refused.ts";
import { demandKnown, type PageSource, readRequest, resolveRequest } from "./page-request.ts";
import type { LookUp } from "./recording-lookup.ts";
import type { Asker } from "./turns.ts";
import { YoungChunks } from "./young-chunks.ts";

export interface PageService {
  /**
   * Makes one page out of recordings that `lookUp` knows, when it is asked for and still when it is done. `onProgress`
   * hands over a function that tells how far it is, 0..1. Values are coded where the asker wants it and it makes them fewer bytes.
   * Fails with PageRefused.
   */
  page(sent: unknown, asker: Asker, lookUp: LookUp, onProgress: (progress: () => number) => void): Promise<SentPage>;
  /** Builds what is missing of a long filtered view, behind everything that users ask for. Returns how much was built. */
  build(order: Omit<DerivedPageOrder, "grid">, signal: AbortSignal): Promise<number>;
  /** How busy it is, for the operator. */
  load(): PageLoad;
  close(): Promise<void>;
}

export interface PageServiceOptions {
  recordings: Pick<Recordings, "readSamples"> & { integrity: Pick<Integrity, "found" | "levelFound" | "used"> };
  dataDir: string;
  /** For the compute threads: where recordings are kept, when it is not the data folder. */
  home?: HomeSettings;
  /** Hash of the core's binary: columns of another core are not reused. */
  coreHash: string;
  derivedCacheBytes: number;
  /** Told when derived columns could not be kept on disk; pages are served all the same. */
  onStoreFailure?: (error: unknown) => void;
}

/** Damage is written down chunk by chunk; a page that meets more than this fails, and is asked for again. */
const mostRounds = 32;

export function createPageService({
  recordings,
  dataDir,
  home,
  coreHash,
  derivedCacheBytes,
  onStoreFailure = (error) => console.error("derived.store_failed", error),
}: PageServiceOptions): PageService {
  const pool = new ComputePool(() => startComputeThread({ dataDir, home }));
  pool.onLevel = (level) => recordings.integrity.levelFound(level);
  const cache = new DerivedCache(join(dataDir, "cache", "derived"), derivedCacheBytes);
  const young = new YoungChunks(cache, onStoreFailure);
  const nobody = {};
  const pyramid = new DerivedPyramid(pool, cache, young, coreHash);

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
    build: (order, signal) => pyramid.build(order, { user: nobody, epoch: 0, sequence: 0, signal, isBackground: true }),
    load: () => ({ ...pool.load(), cacheHits: cache.hits, cacheMisses: cache.misses }),
    async close() {
      await pool.close();
      await young.settled();
    },
  };

  async function make(
    wanted: RenderModalities,
    asker: Asker,
    lookUp: LookUp,
    onProgress: (progress: () => number) => void,
  ): Promise<SentPage> {
    const { request, form, sources } = await resolveRequest(wanted, lookUp);
    const progresses: (() => number)[] = [];
    onProgress(() => progresses.reduce((sum, progress) => sum + progress(), 0) / sources.length);
    const blocks: SentBlock[] = [];
    for (const source of sources) {
      asker.signal.throwIfAborted();
      const made = blockOf(source, form, request.pixel_count, asker);
      progresses.push(made.progress);
      const block = await made.block;
      blocks.push(asker.code === undefined || block.data.length === 0 ? block : await coded(source, block, asker));
    }
    for (const { recording } of sources) demandKnown(await lookUp(recording.data_object_id));
    return { start: request.start, end: request.end, blocks };
  }

  function blockOf(source: PageSource, form: PageForm, columns: number, asker: Asker): Making {
    const { first, end } = source;
    if (form.kind === "recipe_columns") return recipeColumns(source, form, columns, asker);
    if (form.kind === "samples" || end - first <= 2 * columns) return making(samples(source));
    return making(storedColumns(source, columns, asker));
  }

  async function samples({ recording, group, first, end }: PageSource): Promise<SamplesBlock> {
    const from = Math.max(0, first);
    const { data, ...span } = await recordings.readSamples(recording, group, from, Math.max(0, end - from));
    return {
      kind: "samples",
      ...headOf({ recording, group }, span.first, span.first + span.count),
      rows: group.channels.length,
      first: span.first,
      count: span.count,
      sample_type: group.sample_type,
      missing_code: group.missing_code,
      gains: group.channels.map(({ gain }) => gain),
      offsets: group.channels.map(({ offset }) => offset),
      data,
    };
  }

  async function storedColumns(source: PageSource, columns: number, asker: Asker): Promise<ColumnsBlock> {
    const { recording, group, first, end } = source;
    const edges = columnEdges(first, end - first, columns);
    const { data } = await compute(source, { kind: "stored-columns", edges }, asker).result;
    return {
      kind: "columns",
      ...headOf({ recording, group }, first, end, (end - first) / columns),
      rows: group.channels.length,
      grid: null,
      columns,
      breaks: breaksAt(segmentsWithin(group, first, end), edges),
      data,
    };
  }

  function recipeColumns(
    source: PageSource,
    { recipe, first_column, samples_per_column }: Extract<PageForm, { kind: "recipe_columns" }>,
    columns: number,
    asker: Asker,
  ): Making {
    const { recording, group } = source;
    const grid: ColumnGrid = { firstColumn: first_column, columns, samplesPerColumn: samples_per_column };
    const made =
      samples_per_column >= pyramidBase
        ? pyramid.page({ recording, group, recipe, grid }, asker)
        : directColumns(source, { kind: "recipe-columns", recipe, grid }, asker);
    const from = first_column * samples_per_column;
    const block = made.result.then(
      ({ data, breaks }): ColumnsBlock => ({
        kind: "columns",
        ...headOf({ recording, group }, from, from + columns * samples_per_column, samples_per_column),
        rows: recipe.derivations.length,
        grid: { first_column, samples_per_column },
        columns,
        breaks: positionsOf(breaks),
        data,
      }),
    );
    return { block, progress: made.progress };
  }

  /** On a compute thread, as it takes 4 ms for a megabyte. */
  async function coded(source: PageSource, block: PageBlock, asker: Asker): Promise<SentBlock> {
    const { data, ...rest } = block;
    const { length } = data;
    const result = await compute(source, { kind: "code", data, shape: shapeOf(block) }, asker).result;
    const code = asker.code as PageCode;
    const sent = result.bytes === null ? result.data : { code, bytes: result.bytes, length };
    return { ...rest, data: sent } as SentBlock;
  }

  function directColumns(source: PageSource, task: Extract<ComputeTask, { kind: "recipe-columns" }>, asker: Asker) {
    const { result, progress } = compute(source, task, asker);
    return { result: result.then(({ columns }): ColumnResult => columns), progress };
  }

  function compute<Task extends ComputeTask>({ recording, group }: PageSource, task: Task, asker: Asker) {
    type Kind = Extract<Awaited<ReturnType<ComputePool["run"]>["result"]>, { kind: Task["kind"] }>;
    const { result, progress } = pool.run({ recording, modality: group.modality, task, key: null }, asker);
    return {
      result: result.then((made) => {
        if (made.kind !== task.kind) throw new PageRefused("internal", refusals.internal);
        return made as Kind;
      }),
      progress,
    };
  }
}

interface Making {
  block: Promise<PageBlock>;
  progress(): number;
}

const making = (block: Promise<PageBlock>): Making => ({ block, progress: () => 0 });

function headOf(
  { recording, group }: Pick<PageSource, "recording" | "group">,
  from: number,
  to: number,
  resolution = 0,
) {
  return {
    modality: group.modality,
    data_object_id: recording.data_object_id,
    sampling_hz: group.sampling_hz,
    segments: segmentsWithin(group, from, to, resolution),
  };
}
