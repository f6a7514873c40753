import { expect, it } from "vitest";
import { artifactFlag, artifactFlags, isAtRail } from "./artifact-flags.ts";

const hz = 256;
const block = 2 * hz;
const edges = [0, block, 2 * block, 3 * block];
const signal = (at: (k: number) => number) => Float64Array.from({ length: 3 * block }, (_, k) => at(k));
const sine = (k: number, uv: number, of: number) => uv * Math.sin((2 * Math.PI * of * k) / hz);

it("says nothing of an alpha rhythm", () => {
  expect([
    ...artifactFlags(
      signal((k) => sine(k, 50, 10)),
      edges,
      hz,
    ),
  ]).toEqual([0, 0, 0]);
});

it("finds what is flat, extreme, fast or missing, in its block alone", () => {
  const inBlock = (n: number, k: number) => Math.floor(k / block) === n;
  expect([
    ...artifactFlags(
      signal((k) => (inBlock(1, k) ? 7 : sine(k, 50, 10))),
      edges,
      hz,
    ),
  ]).toEqual([...[0, artifactFlag.flat, 0]]);
  const extreme = signal((k) => sine(k, 50, 2) + (k === 2 * block + 9 ? 1100 : 0));
  expect(artifactFlags(extreme, edges, hz)[2] & artifactFlag.extreme).toBe(artifactFlag.extreme);
  const missing = signal((k) => (inBlock(1, k) && k % 4 !== 0 ? Number.NaN : sine(k, 50, 2)));
  expect(artifactFlags(missing, edges, hz)[1] & artifactFlag.missing).toBe(artifactFlag.missing);
});

it.each([
  [40, 80, true],
  [40, 10, false],
  [20, 80, false],
])("of %s uV at %s Hz as muscle: %s", (uv, of, isMuscle) => {
  const flags = artifactFlags(
    signal((k) => sine(k, uv, of)),
    edges,
    hz,
  );
  expect([...flags].map((each) => (each & artifactFlag.muscle) !== 0)).toEqual([isMuscle, isMuscle, isMuscle]);
});

it("does not take the mains for muscle", () => {
  const flags = artifactFlags(
    signal((k) => sine(k, 60, 60) + sine(k, 60, 50)),
    edges,
    hz,
  );
  expect([...flags].slice(1)).toEqual([0, 0]);
});

it("takes an electrode at the end of 16 bits for extreme", () => {
  const values = signal((k) => sine(k, 50, 10));
  expect([...artifactFlags(values, edges, hz, [0, 1, 0])]).toEqual([0, artifactFlag.extreme, 0]);
  const scale = { gain: Math.fround(0.01), offset: 3 };
  const scaled = [32_767, 32_766, -32_768, -32_767].map((code) => Math.fround(code * scale.gain + scale.offset));
  expect(scaled.map((uv) => isAtRail(uv, scale))).toEqual([true, false, true, false]);
  expect(isAtRail(Number.NaN, scale)).toBe(false);
});

it("is not deceived by an offset, nor by where a run begins", () => {
  const values = signal((k) => 900 + sine(k, 20, 5));
  values.fill(Number.NaN, 0, block + 30);
  expect([...artifactFlags(values, edges, hz)].map((each) => each & artifactFlag.muscle)).toEqual([0, 0, 0]);
});
