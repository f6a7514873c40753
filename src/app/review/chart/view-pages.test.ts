import { expect, it } from "vitest";
import type { PageForm } from "../../../protocol/pages.ts";
import type { FoundSignal } from "./signals.ts";
import { pageOf, pagesTouching } from "./view-pages.ts";

const starts = (startMs: number, endMs: number, fileMs = 1_700_000_000_123) =>
  pagesTouching({ startMs: fileMs + startMs, endMs: fileMs + endMs }, fileMs).map((page) => page.startMs - fileMs);

it("are whole pages of the length of the view, from the start of the file on", () => {
  expect(starts(0, 60_000)).toEqual([0]);
  expect(starts(60_000, 120_000)).toEqual([60_000]);
  expect(starts(59_999, 119_999)).toEqual([0, 60_000]);
  expect(starts(90_000, 150_000)).toEqual([60_000, 120_000]);
  // A view that moved has its length to a fraction of a ms.
  expect(starts(60_000.000_1, 120_000.000_2)).toEqual([60_000]);
});

it("of means are other pages until the recording has grown beyond their last whole period", () => {
  const key = (sample_count: number, form: PageForm) => {
    const recording = { data_object_id: 1, data_version: 1, patient_id: "1", start_ms: 30_000 };
    const group = { modality: "ABP", sampling_hz: 1, sample_count };
    const signal = { recording, group } as unknown as Pick<FoundSignal, "recording" | "group">;
    return pageOf(signal, { startMs: 30_000, endMs: 90_000 }, form, null).key;
  };
  const means: PageForm = { kind: "resampled", channel: 0, period_ms: 60_000 };
  expect(key(61, means)).not.toBe(key(89, means));
  // The last period ends at 120 s, 90 s of the recording.
  expect(key(90, means)).toBe(key(200, means));
  const bins: PageForm = { kind: "bins", channel: 0, min: 0, max: 10, size: 1 };
  expect(key(59, bins)).not.toBe(key(60, bins));
  expect(key(60, bins)).toBe(key(200, bins));
});
