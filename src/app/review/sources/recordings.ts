/** The recordings of the patient that a window's graphs name: asked for once, kept up with as they grow, and anew when they change. */
import { proxy, ref } from "valtio";
import type { SignalName } from "../../../domain/graphs/graph.ts";
import type { Feed } from "../../../feed/types.ts";
import { type Analysis, analysisKey, describeAnalysis, sourcesOf } from "../../../protocol/analysis.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { getRecording } from "../../../protocol/routes.ts";
import { text } from "../../../protocol/text/text.ts";
import { ApiFailure, call, isNotFound } from "../../session/index.ts";
import type { MaskBook } from "../annotations/mask-book.ts";

/** Why nothing of a recording is drawn: it is on its way, could not be had, says no time, or is another patient's. */
export type RecordingProblem = "loading" | "not-fetched" | "no-clock" | "other-patient";
/** `refused`: what the server said. */
export type RecordingState =
  | { readonly recording: RecordingDetail }
  | { readonly problem: RecordingProblem }
  | { readonly refused: string };

export interface SeriesRecordings extends Disposable {
  /** A proxy: raised when something became known. */
  readonly state: { version: number };
  /** What is known of one, which is asked for when it is not. */
  of(dataSource: SignalName["dataSource"]): RecordingState;
  /** An analysis, described as a recording of one group. */
  derived(analysis: Analysis): RecordingState;
  /** All that are known, that of the review first. */
  known(): readonly RecordingDetail[];
  /**
   * Raises the version when a group that held nothing has grown: graphs of it are no longer empty. Asks anew for analyses without a value where what
   * they are made of has grown. To be called before the version is looked at.
   */
  noticeGrowth(): void;
  /** Asks anew for analyses that leave artifacts out, where something of what they are made of is masked otherwise now. */
  noticeMasks(book: Pick<MaskBook, "of">): void;
  /** What `use` gives, which asks for all that is needed; what it does not ask for is let go of. */
  only<Given>(use: () => Given): Given;
  /** Asks again for those that could not be had. */
  tryAgain(): void;
}

interface Entry {
  now: RecordingState;
  /** Recordings whose change changes it too. */
  readonly from: readonly number[];
  /** Counts how often it was asked for: only the last answer is taken. */
  asks: number;
  untie: () => void;
  isNeeded: boolean;
  /** Of one that leaves artifacts out, as of the last look: revisions of what is masked. */
  masks?: string;
  readonly leavesOut: boolean;
  /** Of an analysis without a value: how far its recordings went when it was asked for, in `waitingMs`. */
  grownTo?: number;
  readonly ask: () => Promise<RecordingState>;
}

/** An analysis that still has no value is asked for as often in recorded time: nobody is told of its growth before a page of it was read. */
const waitingMs = 10_000;

const isWaiting = ({ now }: Entry): boolean =>
  "recording" in now &&
  now.recording.data_object_id < 0 &&
  now.recording.tail !== undefined &&
  now.recording.groups.every(({ sample_count }) => sample_count === 0);

/** `review`: the recording of the review, whose clock all of them stand on. `onGrown`: one of the others reaches further. */
export function createRecordings(review: RecordingDetail, feed: Feed, onGrown: () => void): SeriesRecordings {
  const state = proxy({ version: 0 });
  const states = new Map<string, Entry>();
  const own: RecordingState = ref({ recording: review });
  const gone = new AbortController();

  const asked = (
    key: string,
    from: readonly number[],
    ask: () => Promise<RecordingState>,
    leavesOut = false,
  ): RecordingState => {
    const known = states.get(key);
    if (known !== undefined) {
      known.isNeeded = true;
      return known.now;
    }
    const entry: Entry = {
      now: { problem: "loading" },
      from,
      asks: 0,
      untie: () => {},
      isNeeded: true,
      ask,
      leavesOut,
    };
    states.set(key, entry);
    void load(entry);
    return entry.now;
  };
  /** What was known stays until the answer is there. */
  async function load(entry: Entry): Promise<void> {
    const turn = ++entry.asks;
    if (!("recording" in entry.now)) entry.now = { problem: "loading" };
    let now: RecordingState;
    try {
      now = await entry.ask();
    } catch (error) {
      if (gone.signal.aborted || turn !== entry.asks) return;
      console.warn("series.source_failed", error);
      now = { problem: "not-fetched" };
    }
    if (gone.signal.aborted || turn !== entry.asks) return;
    if (isSame(entry, now)) return;
    entry.untie();
    entry.now = now;
    entry.untie = "recording" in now ? feed.follow(now.recording, onGrown) : () => {};
    state.version++;
  }
  /** Still without a value. */
  const isSame = (entry: Entry, now: RecordingState): boolean =>
    isWaiting(entry) &&
    isWaiting({ ...entry, now }) &&
    "recording" in now &&
    "recording" in entry.now &&
    now.recording.data_version === entry.now.recording.data_version;
  function letGo(key: string, entry: Entry): void {
    states.delete(key);
    entry.asks++; // what is on its way is not taken
    entry.untie();
  }
  // An analysis is told of by its own number, or by that of a recording that it is made of.
  const unhear = feed.hearChanges((id) => {
    for (const entry of states.values())
      if (entry.from.includes(id) || ("recording" in entry.now && entry.now.recording.data_object_id === id))
        void load(entry);
  });

  async function fetched(id: number): Promise<RecordingState> {
    let recording: RecordingDetail;
    try {
      recording = await call(getRecording, { data_object_id: id }, gone.signal);
    } catch (error) {
      if (isNotFound(error)) return { refused: text.review.undefinedSource };
      throw error;
    }
    if (recording.patient_key !== review.patient_key || !(review.patient_key > 0)) return { problem: "other-patient" };
    return recording.is_start_known && review.is_start_known ? { recording } : { problem: "no-clock" };
  }

  async function described(analysis: Analysis): Promise<RecordingState> {
    try {
      return { recording: await call(describeAnalysis, { analysis }, gone.signal) };
    } catch (error) {
      if (error instanceof ApiFailure && error.status < 500) return { refused: error.message };
      throw error;
    }
  }

  const known = () => [
    review,
    ...[...states.values()].flatMap(({ now }) => ("recording" in now ? [now.recording] : [])),
  ];
  const of = (dataSource: SignalName["dataSource"]): RecordingState =>
    dataSource === "current_patient" || dataSource === review.data_object_id
      ? own
      : asked(String(dataSource), [dataSource], () => fetched(dataSource));
  /** Groups that hold nothing, as of the last look. */
  let empty: readonly SignalGroup[] = [];

  return {
    state,
    of,
    derived(analysis) {
      const key = analysisKey(analysis);
      const from = sourcesOf(analysis).map(({ data_object_id }) => data_object_id);
      const leavesOut = "leavesOutArtifacts" in analysis && analysis.leavesOutArtifacts === true;
      const now = asked(key, from, () => described(analysis), leavesOut);
      const entry = states.get(key);
      if (entry !== undefined && isWaiting(entry)) for (const id of from) of(id); // so that their growth is known
      return now;
    },
    known,
    noticeGrowth() {
      if (empty.some(({ sample_count }) => sample_count > 0)) state.version++;
      empty = known().flatMap(({ groups }) => groups.filter(({ sample_count }) => sample_count === 0));
      for (const entry of states.values()) {
        if (!isWaiting(entry)) continue;
        const ends = known().filter(({ data_object_id }) => entry.from.includes(data_object_id));
        if (ends.length === 0) continue;
        const grownTo = Math.floor(Math.max(...ends.map(({ end_ms }) => end_ms)) / waitingMs);
        if (entry.grownTo !== undefined && grownTo > entry.grownTo) void load(entry);
        entry.grownTo = grownTo;
      }
    },
    noticeMasks(book) {
      for (const entry of states.values()) {
        if (!entry.leavesOut) continue;
        const now = entry.from.map((id) => book.of(id).revision).join();
        if (entry.masks !== undefined && entry.masks !== now) void load(entry);
        entry.masks = now;
      }
    },
    only(use) {
      for (const entry of states.values()) entry.isNeeded = false;
      const given = use();
      for (const [key, entry] of states) if (!entry.isNeeded) letGo(key, entry);
      return given;
    },
    tryAgain() {
      for (const entry of states.values())
        if ("problem" in entry.now && entry.now.problem === "not-fetched") void load(entry);
      state.version++;
    },
    [Symbol.dispose]() {
      gone.abort();
      unhear();
      for (const { untie } of states.values()) untie();
    },
  };
}
