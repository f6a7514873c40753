import { describe, expect, it } from "vitest";
import type { Masks } from "../../../domain/annotations/masks.ts";
import type { TraceTile } from "../../../render/types.ts";
import { bookOf } from "../annotations/test-masks.ts";
import { createTileCutter, cutTile } from "./cut-tiles.ts";
import { placeMasks } from "./mask-layer.ts";
import { joinedLanes, phaseOf, type RowInputs, rememberMasked } from "./masked-rows.ts";
import type { PlotSource } from "./plot-content.ts";

const startMs = 1_000_000;
const tile = (kind: TraceTile["kind"], samplesPerColumn: number): TraceTile => ({
  ...{ id: 4, kind, rows: 2, count: 8, firstSample: 16, samplesPerColumn, breaks: new Uint8Array(8) },
  data: Float32Array.from({ length: kind === "samples" ? 16 : 32 }, (_, k) => Math.sin(k)),
});
/** 10 samples a second: sample k is at startMs + 100 k. */
const cut = (of: TraceTile, ...masked: (readonly [number, number])[][]) =>
  cutTile(
    of,
    masked.map((spans) => spans.map(([from, to]) => [startMs + 100 * from, startMs + 100 * to] as const)),
    startMs,
    10,
  );
const missing = ({ data }: TraceTile) => [...data.keys()].filter((k) => Number.isNaN(data[k]));

describe("tiles without what is masked", () => {
  it("lack the masked samples of the named row alone; all others are the same bits", () => {
    const whole = tile("samples", 1);
    const made = cut(whole, [], [[18, 20]]);
    expect(missing(made)).toEqual([10, 11]);
    const same = [...whole.data.keys()].filter((k) => k !== 10 && k !== 11);
    expect(same.map((k) => made.data[k])).toEqual(same.map((k) => whole.data[k]));
    expect(missing(whole)).toEqual([]);
    expect(made.id).not.toBe(whole.id);
  });

  it("lack a sample at the start of a mask, and have the one at its end", () => {
    expect(missing(cut(tile("samples", 1), [[17.5, 19]]))).toEqual([2]);
    expect(missing(cut(tile("samples", 1), [[18.2, 18.9]]))).toEqual([]);
  });

  it("lack columns that hold a masked sample whole", () => {
    expect(missing(cut(tile("minmax", 4), [[23, 25]]))).toEqual([2, 3, 4, 5]);
  });

  it("are the same where nothing of them is masked", () => {
    const whole = tile("samples", 1);
    expect(cut(whole, [[0, 16]], [[24, 99]])).toBe(whole);
  });

  it("are made once as long as nothing changes", () => {
    const inputs: RowInputs[] = [[{ dataObjectId: 7, label: "C3" }]];
    const known = { everywhere: [[startMs + 1700, startMs + 1800]], channels: new Map() } satisfies Masks;
    const book = bookOf(known);
    const cutter = createTileCutter(rememberMasked(book));
    const source = {
      ...{ recording: { start_ms: startMs }, group: { sampling_hz: 10 }, rowInputs: inputs },
    } as unknown as PlotSource;
    const whole = tile("samples", 1);
    const frame = () => {
      cutter.begin();
      return cutter.cut(source, [whole])[0];
    };
    const first = frame();
    expect(missing(first)).toEqual([1]);
    expect(frame()).toBe(first);
    known.everywhere = [[startMs + 1900, startMs + 2000]];
    book.state.version++;
    expect(missing(frame())).toEqual([3]);
  });
});

describe("the hatch", () => {
  const masks: Masks = { everywhere: [[0, 100]], channels: new Map([["C3", [[500, 600]]]]) };
  const lane = (y: number, ...labels: string[]) => ({
    ...{ y, height: 10 },
    inputs: labels.map((label) => ({ dataObjectId: 7, label })),
  });
  const lanes = [lane(0, "Fp1", "F3"), lane(10, "F3", "C3"), lane(20, "C3", "P3")];
  const places = () => placeMasks(lanes, rememberMasked(bookOf(masks)), { startMs: 0, endMs: 1000 }, 1000);

  it("lies in the rows that have a masked channel", () => {
    expect(places()).toEqual([
      { x: 0, width: 100, lanes },
      { x: 500, width: 100, lanes: lanes.slice(1) },
    ]);
  });

  it("is of one piece in rows that touch", () => {
    const lane = (y: number, height: number) => ({ inputs: [], y, height });
    expect(joinedLanes([lane(20, 10), lane(0, 10), lane(10.04, 5), lane(22, 2)])).toEqual([
      { y: 0, height: 15.04 },
      { y: 20, height: 10 },
    ]);
  });

  it("is not known where one recording's masks are not", () => {
    expect(
      phaseOf(
        bookOf(masks, "unknown"),
        lanes.map(({ inputs }) => inputs),
      ),
    ).toBe("unknown");
  });
});
