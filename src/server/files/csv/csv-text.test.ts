/** Rows and cells of CSV text: what was written is read, however it comes in pieces. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOf, rowEnds } from "./cells.ts";
import { dialectOf } from "./dialect.ts";
import { NotCsv, RowScanner } from "./row-scanner.ts";

const bytesOf = (text: string) => Buffer.from(text, "utf8");

function read(bytes: Uint8Array, delimiter = 0x2c): string[][] {
  const ends = rowEnds(bytes, delimiter, { isEnd: true, most: Number.POSITIVE_INFINITY });
  return ends.map((end, k) => cellsOf(bytes.subarray(k === 0 ? 0 : ends[k - 1], end), delimiter));
}

const write = (rows: readonly (readonly string[])[], delimiter: string, lineEnd: string) =>
  rows
    .map((row) =>
      row.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join(lineEnd);

describe("rows and cells", () => {
  it("are those that were written", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", ";", "\t", "\n", "\r", " ", "0", "😀") });
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 8 });
    const delimiters = fc.constantFrom(",", ";", "\t");
    const lineEnds = fc.constantFrom("\n", "\r\n", "\r");
    fc.assert(
      fc.property(rows, delimiters, lineEnds, fc.boolean(), (written, delimiter, lineEnd, isClosed) => {
        // Without a line break at its end an empty last row is no row at all.
        const last = written[written.length - 1];
        fc.pre(isClosed || last.length > 1 || last[0] !== "");
        const bytes = bytesOf(write(written, delimiter, lineEnd) + (isClosed ? lineEnd : ""));
        expect(read(bytes, delimiter.charCodeAt(0))).toEqual(written);
      }),
      { numRuns: 500 },
    );
  });

  it("are the same however the text is cut", () => {
    const text = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "\r"), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (csv, cuts) => {
        const bytes = bytesOf(csv);
        const whole: unknown[] = [];
        const pieces: unknown[] = [];
        const one = new RowScanner({ delimiter: 0x2c, onRow: (...row) => whole.push(row), start: 0 });
        one.push(bytes);
        one.finish();
        const many = new RowScanner({ delimiter: 0x2c, onRow: (...row) => pieces.push(row), start: 0 });
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        for (let k = 1; k < places.length; k++) many.push(bytes.subarray(places[k - 1], places[k]));
        many.finish();
        expect(pieces).toEqual(whole);
        // The widths that the scanner counts are those of the cells.
        expect(read(bytes).map((row) => row.length)).toEqual(whole.map((row) => (row as number[])[1]));
      }),
      { numRuns: 500 },
    );
  });

  it("forgive what is not quite CSV", () => {
    expect(read(bytesOf('a,"b"c,d"e\n1\n\n2,3,4,5'))).toEqual([["a", "bc", 'd"e'], ["1"], [""], ["2", "3", "4", "5"]]);
    expect(read(bytesOf('a\n"never closed,\nb'))).toEqual([["a"], ["never closed,\nb"]]);
    expect(read(bytesOf(""))).toEqual([]);
  });

  it("of Windows-1252 are read as that, row by row", () => {
    const bytes = Buffer.concat([bytesOf("Größe,µV\n"), Buffer.from([0xb5, 0x67, 0x2c, 0x80, 0x0a])]);
    expect(read(bytes)).toEqual([
      ["Größe", "µV"],
      ["µg", "€"],
    ]);
  });

  it("end at a quotation mark that is never closed, and at what is no text", () => {
    expect(() => read(bytesOf(`a\n"${"x".repeat(1_100_000)}`))).toThrow(NotCsv);
    expect(() => read(new Uint8Array([0x61, 0, 0x62]))).toThrow(NotCsv);
  });
});

describe("a dialect", () => {
  const of = (text: string, encoding: "utf8" | "utf16le" = "utf8") => dialectOf(Buffer.from(text, encoding));

  it("has the delimiter that makes rows of one width", () => {
    expect(of("a,b\n1,2\n").delimiter).toBe(0x2c);
    expect(of("drug;dose\nx;1,5\ny;2,5\n").delimiter).toBe(0x3b);
    expect(of("a\tb,c\n1\t2\n3\t4").delimiter).toBe(0x09);
    expect(of('"a;b",c\n"d;e",f\n').delimiter).toBe(0x2c);
    expect(of("one\ntwo\n").delimiter).toBe(0x2c);
  });

  it("has the encoding of the mark, or of the zeros", () => {
    expect(of("\ufeffa,b")).toMatchObject({ encoding: "utf-8", bomBytes: 3 });
    expect(of("\ufeffa;b\n1;2", "utf16le")).toEqual({ encoding: "utf-16le", bomBytes: 2, delimiter: 0x3b });
    expect(of("a;b\n1;2", "utf16le")).toEqual({ encoding: "utf-16le", bomBytes: 0, delimiter: 0x3b });
    expect(dialectOf(Buffer.from("a,b", "utf16le").swap16())).toMatchObject({ encoding: "utf-16be", bomBytes: 0 });
    expect(of("a,b")).toMatchObject({ encoding: "utf-8", bomBytes: 0 });
  });
});
