import fc from "fast-check";
import { expect, it } from "vitest";
import type { TracePart, TraceTile } from "../types.ts";
import { nodesPerPixel } from "./brush.ts";
import {
  entryWords,
  FramePlan,
  joinsPrevious,
  noTile,
  rangeShift,
  rangeWords,
  showsColumn,
  showsLine,
} from "./plan.ts";

function tile(firstSample: number, count: number, samplesPerColumn: number): TraceTile {
  return {
    id: 0,
    kind: samplesPerColumn === 1 ? "samples" : "minmax",
    rows: 1,
    count,
    firstSample,
    samplesPerColumn,
    data: new Float32Array(0),
    breaks: new Uint8Array(count),
  };
}

function view(pixel: number, samplesPerPixel: number, width = 60): TracePart {
  return {
    width,
    height: 10,
    startSample: pixel * samplesPerPixel,
    samplesPerPixel,
    rows: [{ row: 0, baselineY: 0, pixelsPerUnit: 1, colour: [0, 0, 0, 1] }],
    lineWidth: 1.1,
  };
}

/** What each pixel shows, from -1 to width: flags and [tile, first, count] of every range. */
function planned(of: TracePart, tiles: TraceTile[]) {
  const plan = new FramePlan();
  plan.build(of, tiles);
  return Array.from({ length: of.width + 2 }, (_, entry) => {
    const [first, packed] = plan.table.subarray((entry + plan.pad - 1) * entryWords);
    const ranges = Array.from({ length: packed >>> rangeShift }, (_, i) => [
      ...plan.ranges.subarray((first + i) * rangeWords, (first + i) * rangeWords + 3),
    ]);
    return { flags: packed & (showsColumn | showsLine | joinsPrevious), ranges };
  });
}

it("gives every column to exactly one pixel, the one of its middle, at any zoom and pan", () => {
  const zooms = fc.record({
    width: fc.integer({ min: 1, max: 5000 }),
    stretch: fc.double({ min: 1, max: 40, noNaN: true }),
    pixel: fc.integer({ min: 0, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(zooms, ({ width, stretch, pixel }) => {
      const spp = Math.max(16.001, width * stretch);
      const first = Math.floor((pixel * spp) / width) - 50;
      const half = Math.ceil((40 * spp) / width);
      const tiles = [tile(first * width, half, width), tile((first + half) * width, half, width)];
      const shown = planned(view(pixel, spp), tiles);
      const found = new Map<number, number>();
      shown.forEach(({ ranges }, entry) => {
        for (const [index, from, count] of ranges)
          for (let k = from; k < from + count; k++) found.set(index * half + k, pixel + entry - 1);
      });
      for (let k = 0; k < 2 * half; k++) {
        const own = Math.floor(((first + k) * width + width / 2) / spp);
        const isInView = own >= pixel - 1 && own <= pixel + 60;
        expect(found.get(k)).toBe(isInView ? own : undefined);
      }
    }),
    { numRuns: 200 },
  );
});

it("covers every pixel with a column wider than a pixel and minds its break once", () => {
  const coarse = tile(0, 20, 64);
  coarse.breaks[3] = 1;
  const shown = planned(view(0, 8), [coarse]);
  for (let entry = 1; entry <= 60; entry++) {
    const column = Math.floor(((entry - 0.5) * 8) / 64);
    expect(shown[entry].ranges).toEqual([[0, column, 1]]);
    const isJoined = entry > 1 && (entry - 1) * 8 !== 3 * 64;
    expect((shown[entry].flags & joinsPrevious) !== 0).toBe(isJoined);
  }
});

it("joins pixels across tiles, but not across a break or a missing tile", () => {
  const [first, second, third] = [tile(0, 10, 16), tile(160, 10, 16), tile(480, 10, 16)];
  second.breaks[4] = 1;
  const joined = planned(view(0, 16), [first, second, third]).map(({ flags }) => (flags & joinsPrevious) !== 0);
  const broken = [0, 1, 1 + 14, ...Array.from({ length: 10 }, (_, i) => 21 + i), 1 + 30];
  joined.slice(0, 41).forEach((value, entry) => {
    expect(value, `entry ${entry}`).toBe(!broken.includes(entry));
  });
});

it("does not join across a gap that takes the first column of a pixel", () => {
  // Two columns a pixel: 10 lies in the gap, data begin again in 11; or the next tile begins after the gap.
  const [one, other] = [tile(0, 15, 16), tile(240, 15, 16)];
  one.breaks[11] = 1;
  other.breaks[0] = 1;
  const joined = planned(view(0, 32, 14), [one, other]).map(({ flags }) => (flags & joinsPrevious) !== 0);
  const broken = [0, 1, 1 + 5, 1 + 7, 1 + 15];
  joined.forEach((value, entry) => {
    expect(value, `entry ${entry}`).toBe(!broken.includes(entry));
  });
});

it("lists the line's samples in order, with what is missing, and places every node between two of them", () => {
  const tiles = [tile(100, 20, 1), tile(125, 40, 1)];
  tiles[1].breaks[7] = 1;
  const plan = new FramePlan();
  plan.build(view(80, 1.25, 40), tiles);
  const samples = plan.lineRuns.flatMap(({ tile: index, first, count }) =>
    Array.from({ length: count }, (_, k) => (index === noTile ? null : tiles[index].firstSample + first + k)),
  );
  expect(samples).toHaveLength(plan.lineCount);
  const origin = samples.findIndex((g) => g !== null);
  const first = (samples[origin] as number) - origin;
  const isThere = (g: number) => (g >= 100 && g < 120) || (g >= 125 && g < 165);
  expect(samples).toEqual(samples.map((_, i) => (isThere(first + i) ? first + i : null)));
  const broken = samples.flatMap((_, i) => ((plan.breaks[i >> 5] >>> (i & 31)) & 1 ? [first + i] : []));
  expect(broken).toEqual([132]);
  const leftNode = 80 * nodesPerPixel - (plan.nodeCount - 1 - 40 * nodesPerPixel) / 2;
  for (let node = 0; node < plan.nodeCount; node++) {
    const place = ((leftNode + node) * 1.25) / nodesPerPixel;
    expect(first + plan.nodeSamples[node] + plan.nodeShares[node]).toBeCloseTo(place, 4);
    expect(plan.nodeShares[node]).toBeGreaterThan(-0.01);
    expect(plan.nodeShares[node]).toBeLessThan(1.01);
  }
});

it("makes the same entries for the same pixels at any pan", () => {
  const tiles = [tile(0, 3000, 1), tile(3000, 500, 8)];
  for (const spp of [0.013, 0.37, 1.9]) {
    const [a, b] = [planned(view(1000, spp), tiles), planned(view(1017, spp), tiles)];
    expect(b.slice(1, 43)).toEqual(a.slice(18, 60));
  }
  for (const spp of [0.37, 4.8, 15.99]) {
    const [a, b] = [new FramePlan(), new FramePlan()];
    a.build(view(1_000_000, spp), tiles);
    b.build(view(1_000_017, spp), tiles);
    const moved = 17 * nodesPerPixel;
    expect(b.nodeShares.slice(0, b.nodeCount - moved)).toEqual(a.nodeShares.slice(moved, a.nodeCount));
  }
});

it("keeps the finest shown samples when a coarse tile shares their pixel", () => {
  const shown = planned(view(0, 2, 20), [tile(0, 21, 1), tile(0, 10, 8)]);
  const edge = shown[1 + 10];
  expect(edge.flags & showsColumn).toBe(showsColumn);
  expect(edge.ranges).toContainEqual([0, 20, 1]);
});
