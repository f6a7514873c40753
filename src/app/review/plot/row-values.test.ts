// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { TraceTile } from "../../../render/types.ts";
import type { TracePart } from "./plot-content.ts";
import { drawRowValues, type RowValuesScene, rowValues } from "./row-values.ts";

/** Samples of rows one behind the other from grid index 0 on, one a device pixel. */
const tileOf = (rows: readonly (readonly number[])[]): TraceTile => ({
  ...{ id: 1, kind: "samples", rows: rows.length, count: rows[0].length, firstSample: 0, samplesPerColumn: 1 },
  ...{ data: Float32Array.from(rows.flat()), breaks: new Uint8Array(rows[0].length), isProvisional: false },
});
const partOf = (rows: readonly (readonly number[])[], baselines: readonly number[]): TracePart =>
  ({
    clip: { x: 0, y: 0, width: 400, height: 200 },
    picture: { view: { startSample: 0, samplesPerPixel: 1 }, tiles: [tileOf(rows)] },
    rows: baselines.map((baselineY, row) => ({ row, baselineY, pixelsPerUnit: 1 })),
  }) as unknown as TracePart;

const eeg = partOf(
  [
    [1, 2, 3],
    [4, Number.NaN, 6],
  ],
  [40, 120],
);
const scene = (change: Partial<RowValuesScene> = {}): RowValuesScene => ({
  ...{ parts: [eeg], x: 0, widthPx: 200, ratio: 2 },
  read: ({ row, min }) => ({ name: `row ${row}`, value: `${min} uV` }),
  ...change,
});

it("says the value of every row at the line, and where there is none", () => {
  expect(rowValues(scene({ x: 1 }))).toEqual([
    { y: 20, said: "3 uV" },
    { y: 60, said: "6 uV" },
  ]);
  expect(rowValues(scene({ x: 0.5 })).map(({ said }) => said)).toEqual(["2 uV", "\u2013"]);
  expect(rowValues(scene({ x: 90 })).map(({ said }) => said)).toEqual(["\u2013", "\u2013"]);
});

it("says both of two traces on one line, and leaves out what has no room", () => {
  const slow = partOf([[70], [80]], [40, 120]);
  const read: RowValuesScene["read"] = ({ min }, part) =>
    part === slow ? { name: "", tag: "SD", value: `${min}` } : { name: "", value: `${min}` };
  expect(rowValues(scene({ parts: [slow, eeg], read })).map(({ said }) => said)).toEqual([
    "1 \u00b7 SD 70",
    "4 \u00b7 SD 80",
  ]);
  const low = partOf([[1], [2], [3], [4]], [0, 16, 32, 300]);
  expect(rowValues(scene({ parts: [low] }))).toEqual([
    { y: 0, said: "row 0 1 uV" },
    { y: 16, said: "row 2 3 uV" },
  ]);
});

it("moves elements, on the side of the line that has room, and takes them away", () => {
  const layer = document.createElement("div");
  drawRowValues(layer, scene());
  const [first] = layer.children as unknown as HTMLElement[];
  expect([layer.childElementCount, first.textContent]).toEqual([2, "1 uV"]);
  expect(first.style.transform).toBe("translate(calc(0px + 4px), calc(20px - 50%))");
  drawRowValues(layer, scene({ x: 199 }));
  expect(layer.children[0]).toBe(first);
  expect(first.style.transform).toBe("translate(calc(199px + calc(-100% - 3px)), calc(20px - 50%))");
  drawRowValues(layer, null);
  expect(layer.childElementCount).toBe(0);
});
