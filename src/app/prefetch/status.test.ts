import { expect, it } from "vitest";
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { countStates, preloadStatus, statusText } from "./status.ts";

const loaded: PrefetchDirectory = {
  site: "Northgate",
  patient_id: "1042",
  name: "night.edf",
  size: 1024,
  data_object_id: 7,
  in_queue_order: 0,
  patients_ahead: 0,
  percent_loaded: 100,
  disabled: false,
  error: null,
};
const text = (over: Partial<PrefetchDirectory>) => statusText({ ...loaded, ...over });

it("says Not in use, In use, Loading x% or Nth in queue (spec 000 section 3, spec 001 section 4)", () => {
  expect(text({})).toBe("Not in use");
  expect(text({ disabled: true })).toBe("In use");
  expect(text({ percent_loaded: 0 })).toBe("Loading 0%");
  expect(text({ percent_loaded: 99, disabled: true })).toBe("Loading 99%");
  expect(
    [1, 2, 3, 4, 11, 12, 13, 21, 102, 111, 1001].map((n) => text({ percent_loaded: 0, in_queue_order: n })),
  ).toEqual(
    ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th", "1,001st"].map(
      (place) => `${place} in queue`,
    ),
  );
});

it("puts the queue before the percentage, and a failure before both", () => {
  expect(text({ percent_loaded: 40, in_queue_order: 2, disabled: true })).toBe("2nd in queue");
  expect(text({ percent_loaded: 40, in_queue_order: 2, error: "The disk is full." })).toBe("Not loaded");
  expect(text({ percent_loaded: 40, error: "The disk is full." })).toBe("Not loaded");
});

it("does not speak of a failure once every byte is there", () => {
  expect(text({ error: "The disk is full.", disabled: true })).toBe("In use");
});

it("counts files by what they do", () => {
  const counts = countStates([
    loaded,
    { ...loaded, disabled: true },
    { ...loaded, disabled: true },
    { ...loaded, percent_loaded: 1 },
    { ...loaded, percent_loaded: 0, in_queue_order: 1 },
    { ...loaded, percent_loaded: 0, error: "The disk is full." },
  ]);
  expect(counts).toEqual({ idle: 1, inUse: 2, loading: 1, queued: 1, failed: 1 });
  expect(prefetchText.banner.counts(counts)).toBe(
    "2 files in use, 1 file not in use, 1 loading, 1 in queue, 1 not loaded",
  );
  expect(prefetchText.banner.counts(countStates([]))).toBe("No files");
});

it("says nothing of files that were never reserved, or while it is not known", () => {
  expect(preloadStatus([{ ...loaded, disabled: true }], 7)).toBe("In use");
  expect(preloadStatus([loaded], 7)).toBe("Not in use");
  expect(preloadStatus([loaded], 8)).toBeUndefined();
  expect(preloadStatus(undefined, 7)).toBeUndefined();
});
