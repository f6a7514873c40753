// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { text } from "../../../protocol/text/text.ts";
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
  ...{ parts: [eeg], x: 0, widthPx: 200, heightPx: 100, ratio: 2 },
  read: ({ row, min }) => ({ name: `row ${row}`, value: `${min} uV` }),
  ...change,
});

it("says the value of every row at the line, and where there is none", () => {
  expect(rowValues(scene({ x: 1 }))).toEqual([
    { y: 20, said: "3 uV", away: 0 },
    { y: 60, said: "6 uV", away: 0 },
  ]);
  expect(rowValues(scene({ x: 0.5 })).map(({ said }) => said)).toEqual(["2 uV", "\u2013"]);
  expect(rowValues(scene({ x: 90 })).map(({ said }) => said)).toEqual(["\u2013", "\u2013"]);
});

it("says both of two traces on one line", () => {
  const slow = partOf([[70], [80]], [40, 120]);
  const read: RowValuesScene["read"] = ({ min }, part) =>
    part === slow ? { name: "", tag: "SD", value: `${min}` } : { name: "", value: `${min}` };
  expect(rowValues(scene({ parts: [slow, eeg], read })).map(({ said }) => said)).toEqual([
    "1 \u00b7 SD 70",
    "4 \u00b7 SD 80",
  ]);
});

it("puts the values of low rows into columns beside each other, and counts those for which there is no room", () => {
  const low = partOf([[1], [2], [3], [4]], [0, 16, 32, 300]);
  const [first, second, third] = rowValues(scene({ parts: [low] }));
  expect([first.said, second.said, third.said]).toEqual(["row 0 1 uV", "row 1 2 uV", "row 2 3 uV"]);
  expect([first.away, third.away]).toEqual([0, 0]);
  expect(second.away).toBeGreaterThan(60);
  // No room for a second column on either side of the line.
  const narrow = rowValues(scene({ parts: [low], widthPx: 80 }));
  expect(narrow.map(({ said }) => said)).toEqual(["row 0 1 uV", "row 2 3 uV", text.plot.rowsUnsaid(1, 3)]);
  expect(narrow[2].y).toBe(93.5);
});

it("stands beside the names, or at the other edge where the line is there, and is taken away", () => {
  const layer = document.createElement("div");
  drawRowValues(layer, scene());
  const [first] = layer.children as unknown as HTMLElement[];
  expect([layer.childElementCount, first.textContent]).toEqual([2, "1 uV"]);
  expect(first.style.transform).toBe("translate(calc(200px + calc(-100% - 3px)), calc(20px - 50%))");
  drawRowValues(layer, scene({ x: 199 }));
  expect(layer.children[0]).toBe(first);
  expect(first.style.transform).toBe("translate(calc(0px + 4px), calc(20px - 50%))");
  drawRowValues(layer, null);
  expect(layer.childElementCount).toBe(0);
});
