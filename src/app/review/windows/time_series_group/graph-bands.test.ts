import { describe, expect, it } from "vitest";
import { type PixelSpan, shared, without } from "./graph-bands.ts";

const spans = (...edges: [number, number][]): PixelSpan[] => edges.map(([from, to]) => ({ from, to }));

describe("sets of pixels", () => {
  it("share what all of them hold", () => {
    const a = spans([0, 10], [20, 30], [40, 50]);
    const b = spans([5, 25], [28, 45], [60, 70]);
    expect(shared([a, b])).toEqual(spans([5, 10], [20, 25], [28, 30], [40, 45]));
    expect(shared([a, b, spans([8, 22])])).toEqual(spans([8, 10], [20, 22]));
    expect(shared([a])).toBe(a);
    expect([shared([]), shared([a, []])]).toEqual([[], []]);
  });

  it("are parted by what another one holds", () => {
    const set = spans([0, 10], [20, 30], [40, 50]);
    expect(without(set, spans([2, 4], [6, 25], [26, 27], [45, 60]))).toEqual(
      spans([0, 2], [4, 6], [25, 26], [27, 30], [40, 45]),
    );
    expect(without(set, spans([5, 45]))).toEqual(spans([0, 5], [45, 50]));
    expect(without(set, [])).toEqual(set);
    expect(without(set, set)).toEqual([]);
  });

  it("agree with pixels taken one by one", () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const pixels = () => Array.from({ length: 60 }, () => random() < 0.5);
    const spansOf = (held: readonly boolean[]) => {
      const found: { from: number; to: number }[] = [];
      held.forEach((isHeld, x) => {
        if (!isHeld) return;
        if (held[x - 1]) (found.at(-1) as { to: number }).to = x + 1;
        else found.push({ from: x, to: x + 1 });
      });
      return found;
    };
    for (let turn = 0; turn < 200; turn++) {
      const [a, b] = [pixels(), pixels()];
      expect(shared([spansOf(a), spansOf(b)])).toEqual(spansOf(a.map((isHeld, x) => isHeld && b[x])));
      expect(without(spansOf(a), spansOf(b))).toEqual(spansOf(a.map((isHeld, x) => isHeld && !b[x])));
    }
  });

  it("are read a few times a span, however many there are", () => {
    let reads = 0;
    const counted = (count: number, offset: number) =>
      Array.from({ length: count }, (_, k) => ({
        get from() {
          reads++;
          return 4 * k + offset;
        },
        get to() {
          reads++;
          return 4 * k + offset + 2;
        },
      }));
    const count = 2000;
    const [a, b] = [counted(count, 0), counted(count, 1)];
    const common = shared([a, b]);
    expect(common).toHaveLength(count);
    expect(without(a, common)).toHaveLength(count);
    expect(without(a, b)).toHaveLength(count);
    expect(reads).toBeLessThan(40 * count);
  });
});
