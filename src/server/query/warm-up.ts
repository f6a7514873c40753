/**
 * Before a server says that it is ready, it makes pages of a recording that it has, for nobody. After a restart all whose review is open
 * come back in the same moment: what they ask for meets code that is compiled by then, not everybody's first use of it.
 */
import { timeOfSample } from "../../domain/time/sample-time.ts";
import { type PageForm, pageCodes, pageLimits, type RenderModalities } from "../../protocol/pages.ts";
import { describeError } from "../platform/describe-error.ts";
import type { Recordings } from "../recordings/index.ts";
import type { DerivedPageOrder } from "./derived-pyramid.ts";
import { overviewOf } from "./overviews.ts";
import { PageDesk, type PageLog } from "./page-desk.ts";
import type { PageService } from "./page-service.ts";
import { UserRoom } from "./user-room.ts";

export interface WarmUpOptions {
  pages: Pick<PageService, "page" | "forget">;
  recordings: Pick<Recordings, "get">;
  /** Ids of recordings, the most urgent first: pages are made of the first that has EEG. */
  wanted: () => Promise<number[]>;
  log: PageLog;
  /** What is not made by then is given up. */
  withinMs?: number;
}

/** As if so many readers came, each with so many requests on their way: every thread has its share. */
const readers = 2;
const requestsAtOnce = 2;
/** Of each of those. More of them make no page quicker. */
const pagesInTurn = 24;
const mostMs = 1500;
/** Recordings that are looked at for EEG. */
const mostLookedAt = 8;
/** Steps through the recording by this share of it: no two pages of the same place. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;
const sampleBytes = 128 * 1024;
const columnPage = { columns: 512, samplesPerColumn: 32 };

/**
 * Makes pages as reviews ask for them: stored samples, coded and not, and columns of the montage and filters that a review opens with.
 * Returns how many; 0 where there is no recording with EEG. Never fails: a server that cannot make a page says so to whoever asks for one.
 */
export async function warmUp({ pages, recordings, wanted, log, withinMs = mostMs }: WarmUpOptions): Promise<number> {
  const closing = new AbortController();
  const timer = setTimeout(() => closing.abort(), withinMs);
  try {
    const ended = new Promise<null>((resolve) => closing.signal.addEventListener("abort", () => resolve(null)));
    const source = await Promise.race([findSource(recordings, wanted), ended]);
    if (source === null) return 0;
    const made = Array.from({ length: readers }, (_, reader) => readPages(pages, source, { reader, log, closing }));
    return (await Promise.all(made)).reduce((sum, count) => sum + count, 0);
  } catch (error) {
    log.warn({ err: describeError(error) }, "warm_up.failed");
    return 0;
  } finally {
    clearTimeout(timer);
  }
}

type Source = Omit<DerivedPageOrder, "grid">;

async function findSource(
  recordings: WarmUpOptions["recordings"],
  wanted: WarmUpOptions["wanted"],
): Promise<Source | null> {
  for (const id of (await wanted()).slice(0, mostLookedAt)) {
    const recording = await recordings.get(id, "everything");
    const source = recording === null ? null : overviewOf(recording);
    if (source !== null) return source;
  }
  return null;
}

/** One reader's pages. Returns how many were made. */
async function readPages(
  service: WarmUpOptions["pages"],
  source: Source,
  { reader, log, closing }: { reader: number; log: PageLog; closing: AbortController },
): Promise<number> {
  const room = new UserRoom(() => performance.now());
  const desk = new PageDesk({
    ...{ service, room, log },
    lookUp: async () => source.recording,
    sendProgress: () => undefined,
    isCongested: () => false,
    code: pageCodes[0],
    onFlood: () => undefined,
  });
  const close = () => desk.close();
  closing.signal.addEventListener("abort", close);
  let asked = 0;
  let made = 0;
  const oneAfterTheOther = async (): Promise<void> => {
    for (let turn = 0; turn < pagesInTurn && !closing.signal.aborted; turn++) {
      const request = requestAt(source, { turn, place: goldenRatio * (++asked * readers + reader) });
      const answer = await new Promise<object>((resolve) => desk.ask(request, resolve));
      if ("pixels" in answer) made++;
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, oneAfterTheOther));
  closing.signal.removeEventListener("abort", close);
  desk.close();
  service.forget(room);
  return made;
}

/** One page, somewhere. */
function requestAt(
  { recording, group, recipe }: Source,
  { turn, place }: { turn: number; place: number },
): RenderModalities {
  const { patient_id, data_object_id, data_version } = recording;
  const { columns, samplesPerColumn } = columnPage;
  const isColumns = turn % 2 === 1;
  const bytesAcross = group.channels.length * (group.sample_type === "int16" ? 2 : 4);
  const count = isColumns ? columns * samplesPerColumn : Math.max(1, Math.floor(sampleBytes / bytesAcross));
  const places = Math.max(1, Math.floor(group.sample_count / count));
  const page = Math.floor((place % 1) * places);
  const timeAt = (sample: number) => timeOfSample(recording.start_ms, group.sampling_hz, sample);
  const form: PageForm = isColumns
    ? { kind: "recipe_columns", recipe, first_column: page * columns, samples_per_column: samplesPerColumn }
    : { kind: "samples" };
  return {
    ...{ patient_id, data_object_id, page_id: turn },
    modality_sources: [{ modality: group.modality, data_object_id, data_version }],
    ...{ start: timeAt(page * count), end: timeAt((page + 1) * count) },
    pixel_count: isColumns ? columns : pageLimits.minPixelCount,
    is_coded: turn % 4 < 2,
    form,
  };
}
