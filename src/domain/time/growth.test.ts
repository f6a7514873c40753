import { expect, it } from "vitest";
import type { RecordingDetail, RecordingTail, Segment } from "../../protocol/recordings.ts";
import { growRecording, sealedSegments, segmentsBeyond, segmentsWithTail } from "./growth.ts";

const segment = (first: number, end: number): Segment => ({ first, count: end - first, start_ms: 10 * first });
const whole = [segment(0, 40), segment(40, 100), segment(130, 200), segment(260, 300)];

it("makes the same segments of every sealed part and its tail, and of every older description", () => {
  for (let sealed = 0; sealed <= 300; sealed += 5)
    for (let known = sealed; known <= 300; known += 5) {
      const tail = { sealed_count: sealed, sample_count: 300, segments: segmentsBeyond(whole, sealed) };
      expect(segmentsWithTail(sealedSegments(whole, known), tail)).toEqual(whole);
    }
});

const recordingOf = (sampleCount: number, revision: number) =>
  ({
    end_ms: 10 * sampleCount,
    groups: [{ sample_count: sampleCount, segments: sealedSegments(whole, sampleCount) }],
    tail: { revision, end_ms: 10 * sampleCount, groups: [] },
  }) as unknown as RecordingDetail;
const tailOf = (revision: number, sealed: number): RecordingTail => ({
  revision,
  end_ms: 3000,
  groups: [{ sealed_count: sealed, sample_count: 300, segments: segmentsBeyond(whole, sealed) }],
});

it("grows a description in place, once, and says when it is too old for the tail", () => {
  const recording = recordingOf(150, 4);
  const [group] = recording.groups;
  expect(growRecording(recording, tailOf(4, 100))).toBe("same");
  expect(group.sample_count).toBe(150);
  expect(growRecording(recording, tailOf(7, 151))).toBe("unknown");
  expect(growRecording(recording, tailOf(7, 150))).toBe("grown");
  expect(recording).toMatchObject({ end_ms: 3000, tail: { revision: 7 } });
  expect(group).toEqual({ sample_count: 300, segments: whole });
  expect(growRecording({ ...recording, tail: undefined }, tailOf(9, 0))).toBe("same");
});
