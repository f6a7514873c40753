import { describe, expect, it } from "vitest";
import type { TraceTile } from "../render/types.ts";
import { createReachTiles, extremesRows, reachBlock, reachRows, reachTile } from "./reach-bands.ts";

let lastId = 0;
const tileOf = (columns: readonly (readonly [number, number])[], change: Partial<TraceTile> = {}): TraceTile => ({
  ...{ id: ++lastId, kind: "minmax", rows: 1, count: columns.length, firstSample: 0, samplesPerColumn: 100 },
  data: Float32Array.from(columns.flat()),
  breaks: new Uint8Array(columns.length),
  ...change,
});
const columnsOf = ({ data, count }: TraceTile, row: number) =>
  Array.from({ length: count }, (_, k) => [data[2 * (row * count + k)], data[2 * (row * count + k) + 1]]);
const none = [Number.NaN, Number.NaN];

describe("bands of what columns reach", () => {
  it("end where half and where nine of ten columns of a block reach", () => {
    // Ten columns: the k-th largest reaches 10 k up and k down.
    const columns = Array.from({ length: 10 }, (_, k) => [-(k + 1), 10 * (k + 1)] as const);
    const made = reachTile(tileOf(columns));
    expect(made.rows).toBe(2);
    expect(columnsOf(made, 0)).toEqual(Array(10).fill([-6, 60]));
    expect(columnsOf(made, 1)).toEqual(Array(10).fill([-2, 20]));
  });

  it("are of blocks counted from the recording start, whatever the tile begins with", () => {
    const all = Array.from({ length: 64 }, (_, k) => [-k - (k % 7), k + (k % 5)] as const);
    const whole = reachTile(tileOf(all));
    const part = reachTile(tileOf(all.slice(reachBlock * 2), { firstSample: reachBlock * 2 * 100 }));
    for (const row of [0, 1]) expect(columnsOf(part, row)).toEqual(columnsOf(whole, row).slice(reachBlock * 2));
    const steps = new Set(columnsOf(whole, 0).map(String));
    expect(steps.size).toBe(4);
  });

  it("are not where no values are, and count those that are", () => {
    const columns = [[-1, 1], none, [-3, 3], none, [-5, 5]] as const;
    const made = reachTile(tileOf(columns as unknown as [number, number][]));
    expect(columnsOf(made, 0)).toEqual([[-3, 3], none, [-3, 3], none, [-3, 3]]);
    expect(columnsOf(made, 1)).toEqual([[-1, 1], none, [-1, 1], none, [-1, 1]]);
  });

  it("are none where levels are not shared: a drift through the block", () => {
    const made = reachTile(tileOf(Array.from({ length: 16 }, (_, k) => [10 * k, 10 * k + 5] as const)));
    expect(columnsOf(made, 1)).toEqual(Array(16).fill(none));
    expect(columnsOf(made, 0)).toEqual(Array(16).fill([70, 85]));
  });

  it("keep the joins of the tile, and never leave the extremes of its block", () => {
    const breaks = Uint8Array.from({ length: 40 }, (_, k) => (k === 20 ? 1 : 0));
    const columns = Array.from({ length: 40 }, (_, k) => [-((k * 37) % 11), (k * 53) % 13] as const);
    const made = reachTile(tileOf(columns, { breaks }));
    expect(made.breaks).toBe(breaks);
    for (let k = 0; k < 40; k++) {
      const block = columns.slice(Math.floor(k / reachBlock) * reachBlock).slice(0, reachBlock);
      const [low, high] = columnsOf(made, 0)[k];
      expect(low).toBeGreaterThanOrEqual(Math.min(...block.map(([each]) => each)));
      expect(high).toBeLessThanOrEqual(Math.max(...block.map(([, each]) => each)));
    }
  });

  it("are made once a tile, of exact columns alone", () => {
    const reachTiles = createReachTiles();
    const exact = tileOf([[-1, 1]]);
    const others = [
      tileOf([[-1, 1]], { isProvisional: true }),
      tileOf([[-1, 1]], { samplesPerColumn: 200 }),
      tileOf([[-1, 1]], { samplesPerColumn: 50 }),
      tileOf([[-1, 1]], { kind: "samples", samplesPerColumn: 1 }),
    ];
    const [made, ...rest] = reachTiles([...others, exact], 150);
    expect(rest).toEqual([]);
    expect(reachTiles([exact], 150)).toEqual([made]);
    expect(reachTiles([exact], 150)[0]).toBe(made);
    expect(reachTiles([], 150)).toEqual([]);
    expect(reachTiles([exact], 150)[0].id).not.toBe(made.id);
  });
});

it("draws all wider bands under all narrower ones, over pale extremes", () => {
  const row = (index: number) => ({
    ...{ row: index, baselineY: 10 * index, pixelsPerUnit: 1, colour: [0, 0, 1, 1] as const },
  });
  expect(reachRows([row(0), row(3)]).map((each) => each.row)).toEqual([0, 6, 1, 7]);
  expect(extremesRows([row(3)])[0]).toMatchObject({ row: 3, baselineY: 30 });
  expect(extremesRows([row(3)])[0].colour[3]).toBeLessThan(0.5);
});
