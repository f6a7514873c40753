import { expect, it } from "vitest";
import type { PageFormOf } from "../../../../protocol/pages.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import { eventPage, eventPages, heldSpan } from "./event-pages.ts";

const half = 1_800_000;
const starts = (startMs: number, endMs: number, held = { startMs: 0, endMs: 20 * half }) =>
  eventPages({ startMs, endMs }, held).map((span) => span.startMs / half);

it("asks for the half hours of the view, then one more on each side", () => {
  expect(starts(4 * half, 6 * half)).toEqual([4, 5, 3, 6]);
  expect(starts(4 * half + 1, 6 * half + 1)).toEqual([4, 5, 6, 3, 7]);
  expect(starts(4 * half + 1, 4 * half + 2)).toEqual([4, 3, 5]);
});

it("asks for none outside of what is recorded", () => {
  expect(starts(0, half, { startMs: 10, endMs: 2 * half + 1 })).toEqual([0, 1]);
  expect(starts(half, 2 * half, { startMs: 10, endMs: 2 * half })).toEqual([1, 0]);
  expect(starts(0, half, { startMs: 0, endMs: 0 })).toEqual([]);
});

const form = { kind: "events", derivations: [] } as unknown as PageFormOf<"events">;
const group = (samples: number) => ({ modality: "EEG", sampling_hz: 1, sample_count: samples }) as SignalGroup;
const recordingOf = (tail: boolean) =>
  ({
    ...{ data_object_id: 7, data_version: 1, patient_id: "p", start_ms: 0 },
    ...(tail ? { tail: {} } : {}),
  }) as unknown as RecordingDetail;
const keyOf = (seconds: number, { masks = null, tail = true }: { masks?: number | null; tail?: boolean } = {}) =>
  eventPage(
    { recording: recordingOf(tail), group: group(seconds) },
    { startMs: 0, endMs: half },
    { form, formKey: "f", masks },
  ).wanted.key;

it("names a page by all that it depends on: the end only where that reaches into it, and by the minute where it grows", () => {
  expect(keyOf(3600)).toBe(keyOf(7200));
  expect(keyOf(3000)).not.toBe(keyOf(7200));
  expect(keyOf(3000)).toBe(keyOf(3059));
  expect(keyOf(3000)).not.toBe(keyOf(3060));
  expect(keyOf(3000, { tail: false })).not.toBe(keyOf(3001, { tail: false }));
  expect(keyOf(3600, { masks: 1 })).not.toBe(keyOf(3600, { masks: 2 }));
  expect(heldSpan(recordingOf(false), group(90))).toEqual({ startMs: 0, endMs: 90_000 });
});

it("leaves artifacts out where it is asked to", () => {
  const asked = (masks: number | null) =>
    eventPage(
      { recording: recordingOf(false), group: group(90) },
      { startMs: 0, endMs: half },
      { form, formKey: "f", masks },
    ).wanted.request;
  expect(asked(3).form).toEqual({ ...form, leaves_out_artifacts: true });
  expect(asked(null)).toMatchObject({ form, start: 0, end: half });
  expect(asked(null).modality_sources).toEqual([{ modality: "EEG", data_object_id: 7, data_version: 1 }]);
});
