import { utils, write } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { bytesSource } from "../byte-source.ts";
import { sheetsOf } from "./index.ts";
import { read, starts, utf8 } from "./test-reading.ts";

describe("sheets", () => {
  const book = (sheets: Record<string, unknown[][]>, { type = "xlsx", date1904 = false } = {}) => {
    const made = utils.book_new();
    for (const [name, rows] of Object.entries(sheets))
      utils.book_append_sheet(made, utils.aoa_to_sheet(rows as never[][]), name);
    made.Workbook = { WBProps: { date1904 } };
    return new Uint8Array(write(made, { type: "buffer", bookType: type as "xlsx" }));
  };
  const serial = (value: number, format: string) => ({ t: "n", v: value, z: format });

  it.each(["xlsx", "biff8", "xlsb"])("%s: dates by their format, whatever the sheet counts from", async (type) => {
    const rows = [
      ["Drug", "Start", "Dose"],
      ["A", serial(45_296.4375, "yyyy-mm-dd hh:mm"), 2.5],
      ["B", serial(45_296, "m/d/yy"), 3],
      ["C", 45_296, "4 mg"],
    ];
    const since1900 = await read(book({ One: rows }, { type }), "UTC");
    expect(starts(since1900)).toEqual(["2024-01-05T10:30:00.000Z", "2024-01-05T00:00:00.000Z", null]);
    expect(since1900.rows.map(({ amount }) => amount)).toEqual([2.5, 3, 4]);
    expect(since1900.warnings).toEqual(['1 cell of the column "Start" holds no date that can be read.']);
    const since1904 = await read(book({ One: rows }, { type, date1904: true }), "UTC");
    expect(starts(since1904)).toEqual(["2028-01-06T10:30:00.000Z", "2028-01-06T00:00:00.000Z", null]);
  });

  it.each([
    ["xlsx", false],
    ["xlsx", true],
    ["biff8", true],
  ] as const)("%s: a time of day is no date, whatever the sheet counts from (1904: %s)", async (type, date1904) => {
    const rows = [
      ["Drug", "Date", "Time"],
      ["A", serial(45_296, "yyyy-mm-dd"), serial(0.4375, "hh:mm")],
    ];
    const dated = await read(book({ One: rows }, { type, date1904 }), "UTC");
    expect(starts(dated)).toEqual([date1904 ? "2028-01-06T10:30:00.000Z" : "2024-01-05T10:30:00.000Z"]);
    expect(dated.rows[0].original.cells.at(-1)).toEqual(["Time", "10:30:00"]);
  });

  it.each(["xlsx", "biff8"])("%s: a unit that only the format of a cell shows", async (type) => {
    const rows = [
      ["Drug", "Dose", "Rate"],
      ["A", serial(5, '0.0" mg"'), serial(1234.5, '#,##0.00\\ "mL/h"')],
      ["B", serial(7, "0.0"), serial(0.05, "0%")],
    ];
    const { rows: found, warnings } = await read(book({ One: rows }, { type }));
    expect(found.map(({ amount, amount_unit, rate, rate_unit }) => [amount, amount_unit, rate, rate_unit])).toEqual([
      [5, "mg", 1234.5, "mL/h"],
      [7, null, 5, "%"],
    ]);
    expect(found[0].original.cells).toEqual([
      ["Drug", "A"],
      ["Dose", "5 mg"],
      ["Rate", "1234.5 mL/h"],
    ]);
    expect(warnings).toEqual([]);
  });

  it("keeps the errors of a sheet as it shows them", async () => {
    const rows = [
      ["Drug", "Start", "Dose"],
      ["A", { t: "e", v: 42 }, { t: "e", v: 7 }],
    ];
    const { rows: found, warnings } = await read(book({ One: rows }));
    expect(found[0]).toMatchObject({ drug: "A", start_ms: null, amount: null });
    expect(found[0].original.cells).toEqual([
      ["Drug", "A"],
      ["Start", "#N/A"],
      ["Dose", "#DIV/0!"],
    ]);
    expect(warnings).toEqual([
      '1 cell of the column "Start" holds no date that can be read.',
      '1 cell of the column "Dose" is no single number; it was kept as text.',
    ]);
  });

  it("looks at no more columns than a table of drugs can have, whatever a row says", async () => {
    const wide: unknown[] = ["x"];
    wide[16_383] = "y";
    for (const bytes of [book({ One: [["Drug"], wide] }), utf8(`Drug\nx${",".repeat(16_383)}y\n`)]) {
      const [sheet] = (await sheetsOf(bytesSource(bytes), "sheet")).sheets;
      const widths: number[] = [];
      for await (const row of sheet.rows()) widths.push(row.length);
      expect(Math.max(...widths)).toBe(1024);
    }
  });

  it("reads all sheets in their order, the empty ones left out", async () => {
    const { rows, warnings } = await read(
      book({
        Empty: [],
        First: [
          ["Drug", "Dose"],
          ["A", 1],
        ],
        Other: [["note"]],
        Second: [
          ["Agent", "Rate"],
          ["B", 2],
        ],
      }),
    );
    expect(rows.map(({ drug, original }) => [drug, original.sheet])).toEqual([
      ["A", "First"],
      [null, "Other"],
      ["B", "Second"],
    ]);
    expect(warnings).toEqual([
      'The sheet "Other" has no row of column names that is known; its rows were kept as they are.',
    ]);
  });

  it("refuses a workbook whose parts unpack to more than they say", async () => {
    const bytes = book({
      One: [
        ["Drug", "Dose"],
        ["A", 1],
      ],
    });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at + 46 < bytes.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1, true);
    await expect(read(bytes)).rejects.toMatchObject({ message: "Unable to read sheet.csv" });
  });
});
