/**
 * Where playback is slower or stops: the annotations that are loaded and match the reader's filter. Made anew, in turns between frames, when the annotations
 * or the choice change; a frame only looks it up. What is hidden slows nothing down: it would show where it is.
 */
import { subscribe } from "valtio";
import { searchOf } from "../../../domain/annotations/annotation-search.ts";
import { clockOf } from "../../../domain/time/clock.ts";
import { type Course, freeCourse } from "../../../domain/time/course.ts";
import { parseGoTo } from "../../../domain/time/go-to.ts";
import type { AtAnnotations } from "../../../protocol/personal-settings.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";

/** Rows of one turn. */
const rowsAtOnce = 20_000;

export interface AnnotationCourseDeps {
  readonly annotations: DrawnAnnotations;
  readonly recording: RecordingDetail;
  readonly settingOf: () => AtAnnotations;
  /** Calls back when the choice may have changed; returns the untying. */
  readonly onSetting: (listener: () => void) => () => void;
  /** Does work after the page has had its turn; returns the cancelling. */
  readonly later?: (work: () => void) => () => void;
}

export interface AnnotationCourse extends Disposable {
  now(): Course;
}

const afterATurn = (work: () => void) => {
  const timer = setTimeout(work, 0);
  return () => clearTimeout(timer);
};

export function createAnnotationCourse(deps: AnnotationCourseDeps): AnnotationCourse {
  const { annotations, recording, settingOf, onSetting, later = afterATurn } = deps;
  const { table, state } = annotations;
  let course = freeCourse;
  let setting = settingOf();
  let [revision, isHidden] = [state.revision, state.isHidden];
  let cancel: (() => void) | null = null;
  let isOld = false;

  function make(): void {
    setting = settingOf();
    revision = state.revision;
    isHidden = state.isHidden;
    isOld = false;
    cancel?.();
    cancel = null;
    if (setting.act === "nothing" || isHidden) {
      course = freeCourse;
      return;
    }
    const rows = table.inOrder();
    const file = { startMs: recording.start_ms, endMs: recording.end_ms };
    const world = { nowMs: file.startMs, file, clock: clockOf(recording) };
    const { matches } = searchOf(setting.filter, table, (typed) => parseGoTo(typed, world));
    const marginMs = setting.margin_s * 1000;
    const { act, factor } = setting;
    const [starts, ends, stops]: number[][] = [[], [], []];
    let k = 0;
    const turn = () => {
      cancel = null;
      for (const end = Math.min(k + rowsAtOnce, rows.length); k < end; k++) {
        const row = rows[k];
        if (!matches(row)) continue;
        const [startMs, endMs] = [table.starts[row] - marginMs, table.ends[row] + marginMs];
        if (act === "stop") {
          if (startMs !== stops.at(-1)) stops.push(startMs);
        } else if (starts.length > 0 && startMs <= ends[ends.length - 1])
          ends[ends.length - 1] = Math.max(ends[ends.length - 1], endMs);
        else if (endMs > startMs) {
          starts.push(startMs);
          ends.push(endMs);
        }
      }
      if (k < rows.length) {
        cancel = later(turn);
        return;
      }
      course = { slow: { starts, ends }, factor, stops };
      // What came meanwhile: never thrown away half made, or a busy session would never be ready.
      if (isOld) make();
    };
    turn();
  }

  const unties = [
    subscribe(state, () => {
      if (state.revision === revision && state.isHidden === isHidden) return;
      if (cancel !== null && state.isHidden === isHidden) isOld = true;
      else if (setting.act !== "nothing") make();
    }),
    onSetting(() => {
      if (JSON.stringify(settingOf()) !== JSON.stringify(setting)) make();
    }),
  ];
  make();
  return {
    now: () => course,
    [Symbol.dispose]() {
      cancel?.();
      for (const untie of unties) untie();
    },
  };
}
