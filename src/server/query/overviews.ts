/**
 * Made beforehand: the long filtered view that a recording opens with, and its EEG trends, as soon as the recording is ready or
 * reserved, behind everything that users ask for. What is there already is left alone, so a restart goes on where it was.
 */

import { defaultAuxFilters, defaultFilters } from "../../domain/montage/filter-options.ts";
import { groupFor, montagesOf, openingMontageId, resolveMontage } from "../../domain/montage/montage.ts";
import { computedRows, recipeOf } from "../../domain/montage/row-recipe.ts";
import { pyramidLevels } from "../../domain/time/grid.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { trendNotchHz } from "../../protocol/trends.ts";
import { hasTrends } from "../analysis/index.ts";
import type { Bus, BusEvent } from "../platform/bus/bus.ts";
import { describeError } from "../platform/describe-error.ts";
import type { Recordings } from "../recordings/index.ts";
import type { DerivedPageOrder } from "./derived-pyramid.ts";
import { chunkSamples } from "./page-geometry.ts";
import type { PageService } from "./page-service.ts";
import { type BuiltChunks, type TrendOrder, trendBytes, trendChunkSeconds } from "./trend-store.ts";

/** News after which there may be recordings that lack theirs. Imports on the command line tell nobody: they are looked for. */
const telling: ReadonlySet<string> = new Set<BusEvent["kind"]>(["prefetch-changed", "jobs-waiting", "bus-resumed"]);
const findWorkMs = 20_000;
/** Of the budget of derived columns: users' own montages and filters have the rest. */
const shareOfBudget = 0.5;

export interface OverviewOptions {
  pages: Pick<PageService, "build" | "buildTrends">;
  recordings: Pick<Recordings, "get">;
  /** Ids of the recordings that want an overview, the most urgent first. */
  wanted: () => Promise<number[]>;
  bus: Pick<Bus, "listen">;
  derivedCacheBytes: number;
  log: { info(facts: object, event: string): void; warn(facts: object, event: string): void };
}

/** One thing that is made beforehand. */
interface Work {
  /** What the log calls it. */
  event: "overview" | "trends";
  /** Of the recording's version: what has this name was looked after. */
  name: string;
  bytes: number;
  build: () => Promise<BuiltChunks>;
}

export interface Overviews {
  /** Resolves when nothing is left to be built that is known of. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** What a recording's review opens with, as its window asks for it; null when there is no EEG, or nothing that can be filtered. */
export function overviewOf(recording: RecordingDetail): Omit<DerivedPageOrder, "grid"> | null {
  const opening = openingMontageId(recording);
  const montage = montagesOf(recording).find(({ id }) => id === opening);
  const group = montage === undefined ? null : groupFor(recording, montage);
  if (recording.state !== "ready" || montage === undefined || group === null) return null;
  const drawn = resolveMontage(group, montage);
  return {
    recording,
    group,
    recipe: recipeOf(drawn, computedRows(drawn), {
      filters: { eeg: defaultFilters, aux: defaultAuxFilters },
      samplingHz: group.sampling_hz,
    }),
  };
}

/** The trends of a window that shows the recording, as it opens and with artifacts left out; none where there is no EEG that they can be made of. */
export function trendsBeforehand(recording: RecordingDetail): TrendOrder[] {
  if (recording.state !== "ready") return [];
  const groups = recording.groups.filter(hasTrends);
  return [false, true].flatMap((isArtifactReduced) =>
    groups.map((group) => ({ source: { recording, group }, settings: { notch: trendNotchHz, isArtifactReduced } })),
  );
}

/** Bytes of its files, the checksums aside: pairs of float32 for every row and column of every level, and the breaks. */
export function overviewBytes({ group, recipe }: Omit<DerivedPageOrder, "grid">): number {
  const entries = pyramidLevels.reduce((sum, level) => sum + Math.ceil(group.sample_count / level), 0);
  return entries * (8 * recipe.derivations.length + 1);
}

export function startOverviews({ pages, recordings, wanted, bus, derivedCacheBytes, log }: OverviewOptions): Overviews {
  const closing = new AbortController();
  /** Looked after in this run, by id and version: what is used no more may leave the cache, and what failed fails again. */
  const known = new Set<string>();
  let isAskedAgain = false;
  let running: Promise<void> | null = null;

  function findWork(): void {
    isAskedAgain = true;
    running ??= work().finally(() => {
      running = null;
    });
  }

  async function work(): Promise<void> {
    while (isAskedAgain && !closing.signal.aborted) {
      isAskedAgain = false;
      try {
        await pass();
      } catch (error) {
        if (!closing.signal.aborted) log.warn({ err: describeError(error) }, "overview.not_looked_for");
      }
    }
  }

  /** Builds in the order of urgency until the share of the budget is spent, all overviews before any trends; news begin again from the front. */
  async function pass(): Promise<void> {
    let left = derivedCacheBytes * shareOfBudget;
    const later: [id: number, version: number, work: Work][] = [];
    const isOver = () => left < 0 || closing.signal.aborted || isAskedAgain;
    const doOnce = async (id: number, version: number, piece: Work): Promise<void> => {
      left -= piece.bytes;
      const name = `${id}/${version}/${piece.name}`;
      if (isOver() || known.has(name)) return;
      known.add(name);
      // What another node was at may have been left undone there.
      if (!(await build(id, piece))) known.delete(name);
    };
    for (const id of await wanted()) {
      if (isOver()) return;
      const recording = await recordings.get(id, "everything");
      if (recording === null) continue;
      const { data_version: version } = recording;
      const { overview, trends } = worksOf(recording);
      later.push(...trends.map((piece): (typeof later)[number] => [id, version, piece]));
      if (overview !== null) await doOnce(id, version, overview);
    }
    for (const [id, version, piece] of later) {
      if (isOver()) return;
      await doOnce(id, version, piece);
    }
  }

  /** What of a recording is made beforehand. Of one that grows another name, and so another look, for each chunk. */
  function worksOf(recording: RecordingDetail): { overview: Work | null; trends: Work[] } {
    const grown = ({ sample_count }: SignalGroup, samples: number) =>
      recording.tail === undefined ? "" : Math.floor(sample_count / samples);
    const overview = overviewOf(recording);
    const trends = trendsBeforehand(recording).map((order): Work => {
      const { group } = order.source;
      const of = `${group.modality}/${order.settings.isArtifactReduced}`;
      return {
        ...{ event: "trends", bytes: trendBytes(group) },
        name: `trends/${of}/${grown(group, trendChunkSeconds(group.sampling_hz) * group.sampling_hz)}`,
        build: () => pages.buildTrends(order, closing.signal),
      };
    });
    if (overview === null) return { overview, trends };
    const name = `overview/${grown(overview.group, chunkSamples)}`;
    const build = async () => ({ built: await pages.build(overview, closing.signal), left: 0 });
    return { overview: { event: "overview", bytes: overviewBytes(overview), name, build }, trends };
  }

  /** False: another node is at some of it. */
  async function build(recordingId: number, { event, build: make }: Work): Promise<boolean> {
    const begun = performance.now();
    try {
      const { built: chunks, left } = await make();
      if (chunks > 0) log.info({ recordingId, chunks, ms: Math.round(performance.now() - begun) }, `${event}.built`);
      return left === 0;
    } catch (error) {
      if (!closing.signal.aborted) log.warn({ recordingId, err: describeError(error) }, `${event}.failed`);
      return true;
    }
  }

  const leave = bus.listen(({ kind }) => {
    if (telling.has(kind)) findWork();
  });
  const timer = setInterval(findWork, findWorkMs).unref();
  findWork();
  return {
    idle: async () => {
      while (running !== null) await running;
    },
    async close() {
      leave();
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };
}
