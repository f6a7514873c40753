/** The recordings of the patient that a window's graphs name: asked for once, kept up with as they grow. */
import { proxy, ref } from "valtio";
import type { SignalName } from "../../../../domain/graphs/graph.ts";
import type { Feed } from "../../../../feed/types.ts";
import { type Analysis, analysisKey, describeAnalysis } from "../../../../protocol/analysis.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { getRecording } from "../../../../protocol/routes.ts";
import { ApiFailure, call } from "../../../session/index.ts";

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
  /** Asks again for those that could not be had. */
  tryAgain(): void;
}

/** `review`: the recording of the review, whose clock all of them stand on. `onGrown`: one of the others reaches further. */
export function createRecordings(review: RecordingDetail, feed: Feed, onGrown: () => void): SeriesRecordings {
  const state = proxy({ version: 0 });
  const states = new Map<string, { now: RecordingState; ask: () => Promise<RecordingState> }>();
  const own: RecordingState = ref({ recording: review });
  const unties: (() => void)[] = [];
  const gone = new AbortController();

  const asked = (key: string, ask: () => Promise<RecordingState>): RecordingState => {
    const known = states.get(key);
    if (known !== undefined) return known.now;
    const entry = { now: { problem: "loading" } as RecordingState, ask };
    states.set(key, entry);
    void load(entry);
    return entry.now;
  };
  async function load(entry: { now: RecordingState; ask: () => Promise<RecordingState> }): Promise<void> {
    entry.now = { problem: "loading" };
    try {
      entry.now = await entry.ask();
      if ("recording" in entry.now) unties.push(feed.follow(entry.now.recording, onGrown));
    } catch (error) {
      if (gone.signal.aborted) return;
      console.warn("series.source_failed", error);
      entry.now = { problem: "not-fetched" };
    }
    state.version++;
  }

  async function fetched(id: number): Promise<RecordingState> {
    const recording = await call(getRecording, { data_object_id: id }, gone.signal);
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

  return {
    state,
    of: (dataSource) =>
      dataSource === "current_patient" || dataSource === review.data_object_id
        ? own
        : asked(String(dataSource), () => fetched(dataSource)),
    derived: (analysis) => asked(analysisKey(analysis), () => described(analysis)),
    known: () => [review, ...[...states.values()].flatMap(({ now }) => ("recording" in now ? [now.recording] : []))],
    tryAgain() {
      for (const entry of states.values())
        if ("problem" in entry.now && entry.now.problem === "not-fetched") void load(entry);
      state.version++;
    },
    [Symbol.dispose]() {
      gone.abort();
      for (const untie of unties) untie();
    },
  };
}
