import fc from "fast-check";
import { expect, it } from "vitest";
import { paint } from "./paint.ts";
import type { Stretch } from "./timeline.ts";

const stretch = (firstRecord: number, onset: number, seconds: number): Stretch => ({
  firstRecord,
  records: seconds,
  onset,
  from: 0,
  to: seconds,
});

it("gives every moment to the stretch that comes last in the file, and to no other", () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 })), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(spans, (list) => {
      const stretches = list.map(([onset, seconds], k) => stretch(100 * k, onset, seconds));
      const painted = paint(stretches);
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
