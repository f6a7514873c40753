/** The recordings of the patient that a window's graphs name: asked for once, kept up with as they grow. */
import { proxy, ref } from "valtio";
import type { SignalName } from "../../../../domain/graphs/graph.ts";
import type { Feed } from "../../../../feed/types.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { getRecording } from "../../../../protocol/routes.ts";
import { call } from "../../../session/index.ts";

/** Why nothing of a recording is drawn: it is on its way, could not be had, says no time, or is another patient's. */
export type RecordingProblem = "loading" | "not-fetched" | "no-clock" | "other-patient";
export type RecordingState = { readonly recording: RecordingDetail } | { readonly problem: RecordingProblem };

export interface SeriesRecordings extends Disposable {
  /** A proxy: raised when something became known. */
  readonly state: { version: number };
  /** What is known of one, which is asked for when it is not. */
  of(dataSource: SignalName["dataSource"]): RecordingState;
  /** All that are known, that of the review first. */
  known(): readonly RecordingDetail[];
  /** Asks again for those that could not be had. */
  tryAgain(): void;
}

/** `review`: the recording of the review, whose clock all of them stand on. `onGrown`: one of the others reaches further. */
export function createRecordings(review: RecordingDetail, feed: Feed, onGrown: () => void): SeriesRecordings {
  const state = proxy({ version: 0 });
  const states = new Map<number, RecordingState>();
  const own: RecordingState = ref({ recording: review });
  const unties: (() => void)[] = [];
  const gone = new AbortController();

  async function load(id: number): Promise<void> {
    states.set(id, { problem: "loading" });
    let found: RecordingState;
    try {
      const recording = await call(getRecording, { data_object_id: id }, gone.signal);
      const isPatients = recording.patient_key === review.patient_key && review.patient_key > 0;
      const isTimed = recording.is_start_known && review.is_start_known;
      if (!isPatients) found = { problem: "other-patient" };
      else if (!isTimed) found = { problem: "no-clock" };
      else {
        found = { recording };
        unties.push(feed.follow(recording, onGrown));
      }
    } catch (error) {
      if (gone.signal.aborted) return;
      console.warn("series.source_failed", error);
      found = { problem: "not-fetched" };
    }
    states.set(id, found);
    state.version++;
  }

  return {
    state,
    of(dataSource) {
      if (dataSource === "current_patient" || dataSource === review.data_object_id) return own;
      const known = states.get(dataSource);
      if (known === undefined) void load(dataSource);
      return known ?? { problem: "loading" };
    },
    known: () => [review, ...[...states.values()].flatMap((each) => ("recording" in each ? [each.recording] : []))],
    tryAgain() {
      for (const [id, each] of states) if ("problem" in each && each.problem === "not-fetched") void load(id);
      state.version++;
    },
    [Symbol.dispose]() {
      gone.abort();
      for (const untie of unties) untie();
    },
  };
}
