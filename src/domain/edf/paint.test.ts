import fc from "fast-check";
import { expect, it } from "vitest";
import { paint } from "./paint.ts";
import type { Stretch } from "./stretches.ts";

const stretch = (firstRecord: number, onset: number, seconds: number): Stretch => ({
  firstRecord,
  records: seconds,
  onset,
  from: 0,
  to: seconds,
  isSeam: false,
});

it("gives every moment to the stretch that comes last in the file, and to no other", () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(spans, (list) => {
      const stretches = list.map(([onset, seconds], k) => stretch(100 * k, onset, seconds));
      const painted = paint(stretches, 0.01);
      for (let t = 0.5; t < 82; t++) {
        const covers = (s: Stretch) => s.onset + s.from <= t && t < s.onset + s.to;
        const expected = stretches.filter(covers).at(-1)?.firstRecord;
        expect(painted.filter(covers).map((s) => s.firstRecord)).toEqual(expected === undefined ? [] : [expected]);
      }
      for (let k = 1; k < painted.length; k++) {
        expect(painted[k].onset + painted[k].from).toBeGreaterThanOrEqual(painted[k - 1].onset + painted[k - 1].to);
      }
    }),
  );
});

const seams = (...stretches: Stretch[]) =>
  paint(stretches, 0.01).map(({ onset, from, to, isSeam }) => [onset + from, onset + to, isSeam]);

it("begins anew where data were cut off on either side, and only there", () => {
  const [long, short] = [stretch(0, 0, 20), stretch(50, 5, 3)];
  expect(seams(long, short)).toEqual([
    [0, 5, false],
    [5, 8, true],
    [8, 20, true],
  ]);
  expect(seams(short, long)).toEqual([[0, 20, false]]);
  expect(seams(stretch(0, 0, 4), stretch(4, 2, 4), stretch(8, 6, 4), stretch(12, 12, 1))).toEqual([
    [0, 2, false],
    [2, 6, true],
    [6, 10, false],
    [12, 13, false],
  ]);
});

it("takes a shortfall within the tolerance for continuation", () => {
  expect(seams(stretch(0, 10, 4), stretch(4, 6 + 1 / 128, 4), stretch(8, 12, 9))).toEqual([
    [6 + 1 / 128, 10 + 1 / 128, false],
    [10 + 1 / 128, 12, false],
    [12, 21, true],
  ]);
});
