import { expect, it } from "vitest";
import { pyramidLevels } from "../../domain/time/grid.ts";
import { type ChunkIdentity, chunkLayout, encodeChunk } from "./chunk-file.ts";
import { chunkSamples } from "./page-geometry.ts";
import { type Piece, YoungChunks } from "./young-chunks.ts";

const rows = 2;
const pieceSamples = 65_536;
const identity = (chunk: number, columns = chunkSamples / 64): ChunkIdentity => ({
  pyramid: "ef".repeat(32),
  key: "cd".repeat(32),
  chunk,
  rows,
  columns,
});

/** Entry `e` of level `k`, counted from the recording start, holds [1000 k + e, -e] in row 0 and ten times that in row 1. */
function levelsOf(fromSample: number, samples: number): Piece {
  return pyramidLevels.map((width, k) => {
    const firstColumn = fromSample / width;
    const columns = Math.ceil(samples / width);
    const entry = (row: number, c: number) => [1000 * k + firstColumn + c, -firstColumn - c].map((v) => v * 10 ** row);
    const data = Float32Array.from(
      Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, c) => entry(row, c))).flat(2),
    );
    const breaks = Uint8Array.from({ length: columns }, (_, c) => Number((firstColumn + c) % 5 === k));
    return { data, breaks, rows, firstColumn, columns };
  });
}

function world(budgetBytes?: number) {
  const stored: { identity: ChunkIdentity; bytes: Uint8Array }[] = [];
  const failures: unknown[] = [];
  const disk = { error: null as Error | null };
  const young = new YoungChunks(
    {
      async store(identity, bytes) {
        if (disk.error !== null) throw disk.error;
        stored.push({ identity: identity as ChunkIdentity, bytes });
      },
    },
    (error) => failures.push(error),
    budgetBytes,
  );
  const add = (of: ChunkIdentity, place: number, samples = pieceSamples, pieces = 8) =>
    young.add(of, { place, pieces }, levelsOf(of.chunk * chunkSamples + place * pieceSamples, samples));
  return { young, stored, failures, disk, add };
}

it("stores a chunk when its last piece came, in whatever order, and lets go of it", async () => {
  const { young, stored, add } = world();
  for (const place of [3, 0, 7, 1, 2, 6, 5]) add(identity(2), place);
  add(identity(2), 3); // once more: two clients asked
  await young.idle();
  expect(stored).toEqual([]);
  expect(young.piece(identity(2), 6)?.[0].columns).toBe(1024);
  expect(young.piece(identity(2), 4)).toBeUndefined();
  expect(young.piece(identity(1), 6)).toBeUndefined();
  add(identity(2), 4);
  expect(young.piece(identity(2), 4)).toBeDefined(); // until the file is there
  await young.idle();
  expect(stored.map(({ identity: { chunk } }) => chunk)).toEqual([2]);
  expect(stored[0].bytes).toEqual(encodeChunk(identity(2), levelsOf(2 * chunkSamples, chunkSamples)));
  expect(young.piece(identity(2), 4)).toBeUndefined();
});

it("joins the shorter chunk at the end of a recording", async () => {
  const { young, stored, add } = world();
  const samples = 2 * pieceSamples + 1000;
  const last = identity(1, Math.ceil(samples / 64));
  add(last, 2, 1000, 3);
  add(last, 0, pieceSamples, 3);
  add(last, 1, pieceSamples, 3);
  await young.idle();
  expect(stored[0].bytes.length).toBe(chunkLayout(last).length);
  expect(stored[0].bytes).toEqual(encodeChunk(last, levelsOf(chunkSamples, samples)));
});

it("lets incomplete chunks go over its budget, the longest unused first", () => {
  const bytes = levelsOf(0, pieceSamples).reduce((sum, level) => sum + level.data.byteLength + level.breaks.length, 0);
  const { young, add } = world(3 * bytes);
  for (const chunk of [0, 1, 2]) add(identity(chunk), 0);
  young.piece(identity(0), 0);
  add(identity(3), 0);
  expect([0, 1, 2, 3].filter((chunk) => young.piece(identity(chunk), 0) !== undefined)).toEqual([0, 2, 3]);
});

it("tells when a chunk cannot be stored, and forgets it", async () => {
  const { young, failures, disk, add } = world();
  disk.error = new Error("full");
  for (let place = 0; place < 8; place++) add(identity(0), place);
  await young.idle();
  expect(failures).toEqual([disk.error]);
  expect(young.piece(identity(0), 0)).toBeUndefined();
});
