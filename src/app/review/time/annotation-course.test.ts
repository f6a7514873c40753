import { proxy } from "valtio";
import { expect, it } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import type { AtAnnotations } from "../../../protocol/personal-settings.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { createEventMark } from "../annotations/event-mark.ts";
import { noMaskBook } from "../annotations/test-masks.ts";
import { createAnnotationCourse } from "./annotation-course.ts";

const recording = { start_ms: 0, end_ms: 600_000, timezone: "UTC", is_time_known: true } as unknown as RecordingDetail;

function world(setting: Partial<AtAnnotations>) {
  const table = new AnnotationTable();
  const state = proxy({ revision: 0, isHidden: false, draft: null });
  let now: AtAnnotations = { act: "slow", filter: "", factor: 10, margin_s: 5, ...setting };
  const listeners: (() => void)[] = [];
  const turns: (() => void)[] = [];
  const mark = (ref: number, startMs: number, endMs: number, title: string) =>
    table.write({
      ref,
      groupId: 1,
      revision: 1,
      madeAt: 0,
      person: null,
      isLoaded: true,
      content: {
        ...{ start_time: startMs, end_time: endMs, annotation_text: title, annotation_description: "" },
        ...{ annotation_type: "", modalities: [], color: "#000000", opacity: 1, tags: [], kind: "event" },
      } as never,
    });
  const course = createAnnotationCourse({
    annotations: { table, state, masks: noMaskBook(), event: createEventMark(), pointing: null },
    recording,
    settingOf: () => now,
    onSetting(listener) {
      listeners.push(listener);
      return () => {};
    },
    later(work) {
      turns.push(work);
      return () => turns.splice(turns.indexOf(work), 1);
    },
  });
  return {
    course,
    state,
    turns,
    mark,
    table,
    choose(next: Partial<AtAnnotations>) {
      now = { ...now, ...next };
      for (const listener of listeners) listener();
    },
  };
}

const told = async (state: { revision: number }) => {
  state.revision++;
  await Promise.resolve();
};

it("is slower from the margin before to the margin after, neighbours joined, of those that match", async () => {
  const { course, state, mark } = world({ filter: "spike" });
  mark(1, 100_000, 101_000, "Spike");
  mark(2, 50_000, 60_000, "Artefact");
  await told(state);
  expect(course.now()).toMatchObject({ slow: { starts: [95_000], ends: [106_000] }, factor: 10, stops: [] });
  // Made while it plays.
  mark(3, 108_000, 108_000, "spike again");
  await told(state);
  expect(course.now().slow).toEqual({ starts: [95_000], ends: [113_000] });
});

it("stops before each, says nothing while they are hidden or nothing is wanted, and follows the choice", async () => {
  const { course, state, mark, choose } = world({ act: "nothing" });
  mark(1, 100_000, 101_000, "Spike");
  mark(2, 100_000, 130_000, "Seizure");
  await told(state);
  expect(course.now().stops).toEqual([]);
  choose({ act: "stop", margin_s: 2 });
  expect(course.now().stops).toEqual([98_000]);
  state.isHidden = true;
  await Promise.resolve();
  expect(course.now().stops).toEqual([]);
});

it("takes turns over many, and what comes meanwhile counts after them", async () => {
  const { course, state, mark, turns, choose } = world({ act: "nothing" });
  for (let k = 0; k < 50_000; k++) mark(k + 1, k * 10, k * 10, "x");
  await told(state);
  choose({ act: "stop", margin_s: 0 });
  expect(course.now().stops).toEqual([]);
  mark(60_000, 5, 5, "x");
  await told(state);
  let count = 0;
  while (turns.length > 0 && ++count < 20) turns.shift()?.();
  expect(course.now().stops).toHaveLength(50_001);
  expect(count).toBeGreaterThan(3);
});
