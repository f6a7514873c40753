import { describe, expect, it } from "vitest";
import { AnnotationTable } from "../../../../domain/annotations/annotation-table.ts";
import { clockOf } from "../../../../domain/time/clock.ts";
import { content } from "../sessions/test-store.ts";
import { rowDays, rowDuration, rowTimes, searchRows } from "./list-rows.ts";

const startMs = Date.UTC(2026, 5, 3, 18, 14, 3);
const clock = clockOf({ start_ms: startMs, is_start_known: true, timezone: "America/New_York" });

describe("times of a row (spec 001 sections 2.4 and 9)", () => {
  it("is one time up to 2 minutes, a range beyond", () => {
    expect(rowTimes(startMs, startMs, clock)).toEqual(["02:14:03 PM"]);
    expect(rowTimes(startMs, startMs + 120_000, clock)).toEqual(["02:14:03 PM"]);
    expect(rowTimes(startMs, startMs + 120_001, clock)).toEqual(["02:14:03 PM", "– 02:16:03 PM"]);
  });
  it("has its days as month/day/year", () => {
    expect(rowDays(startMs, startMs + 1000, clock)).toBe("06/03/2026");
    expect(rowDays(startMs, startMs + 12 * 3_600_000, clock)).toBe("06/03/2026 – 06/04/2026");
  });
});

it("tells durations", () => {
  expect(rowDuration(startMs, startMs)).toBe("Point");
  expect(rowDuration(startMs, startMs + 30)).toBe("0.1s");
  expect(rowDuration(startMs, startMs + 4600)).toBe("4.6s");
  expect(rowDuration(startMs, startMs + 9000)).toBe("9s");
  expect(rowDuration(startMs, startMs + 610_000)).toBe("10m 10s");
});

it("finds by title and tag in any case", () => {
  const table = new AnnotationTable();
  const write = (ref: number, annotation_text: string, tags: string[]) =>
    table.write({
      ref,
      groupId: 1,
      revision: 1,
      madeAt: 0,
      person: null,
      isLoaded: true,
      content: content({ annotation_text, tags, start_time: ref, end_time: ref }),
    });
  write(1, "R temporal LPDs", []);
  write(2, "Suction artifact", ["muscle"]);
  write(3, "LRDA", ["Temporal"]);
  const refs = (typed: string) => [...searchRows(table, table.inOrder(), typed)].map((row) => table.refOf(row));
  expect(refs("")).toEqual([1, 2, 3]);
  expect(refs(" TEMPORAL ")).toEqual([1, 3]);
  expect(refs("muscle")).toEqual([2]);
  expect(refs("nothing")).toEqual([]);
});
