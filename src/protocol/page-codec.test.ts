/** Coded blocks among plain ones: what the page says of them, and what is refused. */
import { expect, it, vi } from "vitest";
import { type ColumnsBlock, decodePage, encodePage, type SamplesBlock, type SentPage, shapeOf } from "./page-codec.ts";
import { chooseCode } from "./pages.ts";

const common = { modality: "EEG", data_object_id: 1, sampling_hz: 256, segments: [] };
const samples: SamplesBlock = {
  ...common,
  kind: "samples",
  rows: 2,
  first: 10,
  count: 3,
  sample_type: "int16",
  missing_code: null,
  gains: [1, 1],
  offsets: [0, 0],
  data: Int16Array.of(1, 2, 3, 4, 5, 6),
};
const columns: ColumnsBlock = {
  ...common,
  kind: "columns",
  rows: 1,
  grid: null,
  columns: 2,
  breaks: [],
  data: Float32Array.of(1, 2, 3, 4),
};
const code = "rice-1" as const;
const page = (length = 6, named: string = code): SentPage => ({
  start: 0,
  end: 1,
  blocks: [
    { ...samples, data: { code: named as typeof code, bytes: Uint8Array.of(9, 8, 7), length } },
    columns,
    { ...columns, data: { code, bytes: Uint8Array.of(6), length: 4 } },
  ],
});

it("plain pages are the same bytes as ever, coded blocks are unpacked by their shape", () => {
  const plain = encodePage({ start: 0, end: 1, blocks: [samples, columns] });
  expect(new TextDecoder().decode(plain.subarray(8, 400))).not.toMatch(/"code"|"bytes"/);
  expect(decodePage(plain).blocks).toEqual([samples, columns]);
  const unpack = vi.fn((bytes: Uint8Array) => (bytes[0] === 9 ? samples.data : columns.data));
  expect(decodePage(encodePage(page()), unpack).blocks).toEqual([samples, columns, columns]);
  expect(unpack.mock.calls).toEqual([
    [Uint8Array.of(9, 8, 7), shapeOf(samples)],
    [Uint8Array.of(6), { kind: "pairs", rows: 1, count: 2 }],
  ]);
});

it("is no page when a code is unknown, cannot be unpacked, or gives another number of values", () => {
  const unpack = () => samples.data;
  const refused = "Failed to decode data.";
  expect(() => decodePage(encodePage(page()))).toThrow(refused);
  expect(() => decodePage(encodePage(page(6, "rice-9")), unpack)).toThrow(refused);
  expect(() => decodePage(encodePage(page(7)), unpack)).toThrow(refused);
  expect(() => decodePage(encodePage(page()).subarray(0, -16), unpack)).toThrow(refused);
  const broken = () => {
    throw new RangeError("not a block");
  };
  expect(() => decodePage(encodePage(page()), broken)).toThrow(refused);
});

it("the server takes the best code that is offered and known", () => {
  expect(chooseCode(["other-3", "rice-1"])).toBe("rice-1");
  expect([chooseCode(["other-3"]), chooseCode([]), chooseCode(undefined)]).toEqual([null, null, null]);
});
