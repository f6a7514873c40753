/** Times and indexes, there and back, at the rates and times of real recordings. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { endOfSegment, exactSampleAt, firstSampleAt, timeInSegment, timeOfSample } from "./sample-time.ts";

const startMs = fc.double({ min: 0, max: 4e12, noNaN: true });
const rate = fc.oneof(
  fc.constantFrom(0.1, 1, 12.8, 48.62, 62.5, 125, 200, 256, 256.02, 487.5, 500, 512, 1000, 1024, 2048),
  fc.double({ min: 0.01, max: 4096, noNaN: true }),
);
const index = fc.nat(400_000_000);
/** What float64 rounds of an epoch time up to 4e12 ms (a bit more than 400 days of samples behind it), in samples. */
const roundingOf = (hz: number) => (2 ** -10 * hz) / 1000;

it("comes back to the index whose time it was told", () => {
  fc.assert(
    fc.property(startMs, rate, index, (start, hz, i) => {
      fc.pre(i / hz < 400 * 86_400);
      const time = timeOfSample(start, hz, i);
      expect(Math.abs(exactSampleAt(start, hz, time) - i)).toBeLessThanOrEqual(roundingOf(hz) + i * 1e-12);
    }),
  );
});

it("begins a page at the first sample at or after its start", () => {
  fc.assert(
    fc.property(startMs, rate, index, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (start, hz, i, part) => {
      fc.pre(i / hz < 400 * 86_400 && roundingOf(hz) < 0.005 && i * 1e-12 < 0.005);
      expect(firstSampleAt(start, hz, timeOfSample(start, hz, i + part - 1))).toBe(i);
    }),
  );
});

it("forgives the rounding of a whole millisecond and no more", () => {
  const start = 1_700_000_000_000;
  for (const hz of [125, 200, 250, 256, 500, 512, 1000])
    for (const i of [0, 1, 7, 100_000, 22_118_400]) {
      expect(firstSampleAt(start, hz, timeOfSample(start, hz, i))).toBe(i);
      expect(firstSampleAt(start, hz, start + (i * 1000) / hz + 250 / hz)).toBe(i + 1);
    }
  expect(Object.is(firstSampleAt(start, 256, start), 0)).toBe(true);
  expect(firstSampleAt(start, 256, start - 1000)).toBe(-256);
});

it("counts from the segment's own start inside of it", () => {
  const segment = { first: 1000, count: 500, start_ms: 8003 };
  expect(timeInSegment(segment, 125, 1000)).toBe(8003);
  expect(timeInSegment(segment, 125, 1125)).toBe(9003);
  expect(endOfSegment(segment, 125)).toBe(12_003);
});
