import { expect, it } from "vitest";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { createLinkGroup } from "../time/link-group.ts";
import { createTimeline, fileOf } from "../time/timeline.ts";
import { createReach } from "./reach.ts";

const recording = (data_object_id: number, start_ms: number, end_ms: number) =>
  ({ data_object_id, start_ms, end_ms }) as RecordingDetail;

it("is over the files that are shown; values of an analysis that are stamped behind their end bring no time of their own", () => {
  const known = [recording(7, 0, 600_000)];
  const timeline = createTimeline({ startMs: 0, endMs: 600_000 }, null, createLinkGroup());
  const reach = createReach(timeline, () => known);
  known.push(recording(-1, 60_000, 870_000));
  reach();
  expect(fileOf(timeline)).toEqual({ startMs: 0, endMs: 600_000 });
  known.push(recording(8, 500_000, 900_000));
  reach();
  expect(fileOf(timeline)).toEqual({ startMs: 0, endMs: 900_000 });
});
