import { describe, expect, it } from "vitest";
import { at, csv, read, starts, utf8 } from "./test-reading.ts";

describe("text files", () => {
  const lines = ["Drug;Start;Dosis mg", 'Propofol;2024-01-05 10:00;"20,5"', '"Nor;epi\nnephrine";2024-01-05 11:00;0,5'];
  const utf16 = (text: string, isBig: boolean) => {
    const bytes = Buffer.from(text, "utf16le");
    return isBig ? bytes.swap16() : bytes;
  };
  it.each([
    ["UTF-8", utf8(lines.join("\n"))],
    ["UTF-8 with a mark and Windows line ends", utf8(`\ufeff${lines.join("\r\n")}\r\n`)],
    ["old line ends", utf8(lines.join("\r"))],
    ["UTF-16 with a mark", utf16(`\ufeff${lines.join("\n")}`, false)],
    ["UTF-16, big end first", utf16(`\ufeff${lines.join("\n")}`, true)],
    ["UTF-16 without a mark", utf16(lines.join("\n"), false)],
  ])("%s", async (_, bytes) => {
    const { rows, fields } = await read(bytes);
    expect(fields).toEqual(["drug", "start"]);
    expect(rows.map(({ drug }) => drug)).toEqual(["Propofol", "Nor;epi\nnephrine"]);
    expect(rows[0].original).toEqual({
      sheet: null,
      row: 2,
      cells: [
        ["Drug", "Propofol"],
        ["Start", "2024-01-05 10:00"],
        ["Dosis mg", "20,5"],
      ],
    });
    expect(at(rows[0].start_ms)).toBe("2024-01-05T15:00:00.000Z");
  });

  it("takes bytes that are no UTF-8 for Windows-1252", async () => {
    const { rows } = await read(Buffer.from("Drug,Unit,Dose\nInsulin \x96 caf\xe9,\xb5g,5\n", "latin1"));
    expect(rows[0]).toMatchObject({ drug: "Insulin \u2013 caf\u00e9", amount: 5, amount_unit: "\u00b5g" });
  });

  it("says by which code page it reads letters, and takes that of old Macintoshes where lines end so", async () => {
    const lines = (end: string) => ["Drug,Unit", "Kalium f\x9fr M\x9fller,\xb5g", ""].join(end);
    const mac = await read(Buffer.from(lines("\r"), "latin1"));
    expect(mac.rows[0]).toMatchObject({ drug: "Kalium f\u00fcr M\u00fcller", original: { row: 2 } });
    expect(mac.warnings).toEqual(["The file is no UTF-8 text; its letters beyond ASCII are read as Mac Roman."]);
    const windows = await read(Buffer.from(lines("\r\n").replaceAll("\x9f", "\xfc"), "latin1"));
    expect(windows.rows[0].drug).toBe(mac.rows[0].drug);
    expect(windows.warnings).toEqual(["The file is no UTF-8 text; its letters beyond ASCII are read as Windows-1252."]);
  });

  it.each([
    ["a byte in the middle", (bytes: Uint8Array) => bytes.with(bytes.indexOf(0xc2), 0x41)],
    ["its last byte", (bytes: Uint8Array) => bytes.subarray(0, -1)],
  ])("is UTF-8 still when it has lost %s, and says so", async (_, damage) => {
    const { rows, warnings } = await read(
      damage(utf8("Drug,Unit\nPropofol,\u00b5g\nPropofol,mg \u00b5\nPropofol,\u00b5")),
    );
    expect(rows.map(({ original }) => original.cells[1][1])).toContain("mg \u00b5");
    expect(warnings).toEqual(['1 place of the file is damaged and no UTF-8; "\ufffd" stands there.']);
  });

  it("tells of rows that a missing quote may have joined, and of no other line breaks", async () => {
    const lines = [
      "Drug,Start,Dose,Route",
      '"Propofol,2024-05-16,1,iv',
      "Fentanyl,2024-05-16,2,iv",
      'Heparin",2024-05-16,3,iv',
    ];
    expect((await read(utf8(lines.join("\n")))).warnings).toEqual([
      "1 cell in quotes holds line breaks and as many separators as a row has: if a closing quote is missing, rows were read as one.",
    ]);
    const note = 'Drug,Start,Dose,Route\n"Propofol,\n1 %",2024-05-16,1,iv';
    expect((await read(utf8(note))).warnings).toEqual([]);
  });

  it("finds tabs, and rows of any length", async () => {
    const { rows } = await csv("Drug\tStart\tRoute\nA, with comma\t2024-01-05\nB\t\tIV\tmore\tand more\n\n");
    expect(rows.map(({ drug, route }) => [drug, route])).toEqual([
      ["A, with comma", null],
      ["B", "IV"],
    ]);
    expect(rows[1].original.cells.at(-1)).toEqual(["E", "and more"]);
  });

  it("passes over titles, and over names that are repeated on every page", async () => {
    const header = "Medication,Dose (mg),Start Date";
    const { rows } = await csv(`Ward 7,,\nDrug report,,\n\n${header}\nA,1,2024-01-05\n${header}\nB,2,2024-01-06\n`);
    expect(rows.map(({ drug, amount, amount_unit }) => [drug, amount, amount_unit])).toEqual([
      ["A", 1, "mg"],
      ["B", 2, "mg"],
    ]);
    expect(rows[1].original.row).toBe(7);
  });

  it("keeps rows without known names of columns, and says so", async () => {
    const { rows, warnings, fields } = await csv("a,b\n1,2\n");
    expect(fields).toEqual([]);
    expect(rows.map(({ original }) => original.cells)).toEqual([
      [
        ["A", "a"],
        ["B", "b"],
      ],
      [
        ["A", "1"],
        ["B", "2"],
      ],
    ]);
    expect(warnings).toEqual(["The file has no row of column names that is known; its rows were kept as they are."]);
  });

  it.each([
    ["blanks", utf8(" \n\n ")],
    ["a picture", Uint8Array.from({ length: 400 }, (_, k) => (k * 37) % 256)],
    ["a web page", utf8("<html><table><tr><td>Drug</td></tr></table></html>")],
    ["a zip that is no workbook", utf8("PK\x03\x04 and nothing else")],
    ["a cut container", Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
  ])("refuses %s", async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: "SourceRefused", message: "Unable to read sheet.csv" });
  });

  it("refuses nothing, as the wizard does", async () => {
    await expect(read(new Uint8Array())).rejects.toMatchObject({ message: "The file is empty." });
  });

  it("is text though it begins like an archive", async () => {
    const { rows, warnings } = await read(utf8("PK,Drug,Start\n1,Propofol,03/04/2020\n"));
    expect([rows[0].drug, rows[0].start_ms]).toEqual(["Propofol", null]);
    expect(warnings).toEqual(['In the column "Start" nothing tells the day from the month; 1 time is unknown.']);
  });
});

describe("times", () => {
  it("lets one cell decide the order of day and month for its column", async () => {
    const read = await csv("Drug,Start\nA,03/04/2024\nB,03/25/2024 1:30 PM\nC,04/04/2024\n");
    expect(starts(read)).toEqual(["2024-03-04T05:00:00.000Z", "2024-03-25T17:30:00.000Z", "2024-04-04T04:00:00.000Z"]);
    expect(read.warnings).toEqual([]);
    expect(starts(await csv("Drug,Start\nA,03/04/2024\nB,25/03/2024\n", "UTC"))).toEqual([
      "2024-04-03T00:00:00.000Z",
      "2024-03-25T00:00:00.000Z",
    ]);
  });

  it("leaves times unknown that nothing decides, and says so", async () => {
    const read = await csv("Drug,Start,Stop\nA,03/04/2024,05/05/2024\nB,01/02/2024,2024-01-03\n", "UTC");
    expect(starts(read)).toEqual([null, null]);
    expect(read.rows.map(({ end_ms }) => at(end_ms))).toEqual(["2024-05-05T00:00:00.000Z", "2024-01-03T00:00:00.000Z"]);
    expect(read.warnings).toEqual(['In the column "Start" nothing tells the day from the month; 2 times are unknown.']);
  });

  it("believes neither order in a column that holds both", async () => {
    const read = await csv("Drug,Start\nA,25/03/2024\nB,03/25/2024\nC,03/04/2024\n", "UTC");
    expect(starts(read)).toEqual(["2024-03-25T00:00:00.000Z", "2024-03-25T00:00:00.000Z", null]);
    expect(read.warnings).toEqual([
      'The column "Start" holds dates of both orders, day first and month first; 1 time is unknown.',
    ]);
  });

  it("reads years of two digits, far years, zones in the text and summer time", async () => {
    const read = await csv(
      "Drug,Start\nA,10/29/47 16:45\nB,2147-10-29 16:45:00\nC,2024-07-01T12:00:00+02:00\nD,2024-03-10 02:30\nE,tomorrow\n",
    );
    expect(starts(read)).toEqual([
      "1947-10-29T21:45:00.000Z",
      "2147-10-29T20:45:00.000Z",
      "2024-07-01T10:00:00.000Z",
      "2024-03-10T07:30:00.000Z",
      null,
    ]);
    expect(read.warnings).toEqual([
      '1 cell of the column "Start" holds no date that can be read.',
      'The column "Start" writes years with two digits; they were taken as 1928 to 2027.',
      '1 time of the column "Start" lies before 1900 or after 2100.',
    ]);
  });

  it("knows no time where the time of day beside a date cannot be read", async () => {
    const times = "A,2024-01-05,10:30\nB,2024-01-05,\nC,2024-01-05,noon\nD,2024-01-05,0830\n";
    const read = await csv(`Drug,Date,Time\n${times}`, "UTC");
    const day = Date.UTC(2024, 0, 5);
    expect(read.rows.map(({ start_ms }) => start_ms)).toEqual([day + 10.5 * 3_600_000, day, null, null]);
    expect(read.warnings).toEqual(['2 cells of the column "Time" hold no date that can be read.']);
    const words = await csv("Drug,Start Date,From\nA,2024-01-05,ICU\nB,2024-01-05,0830\n", "UTC");
    expect(words.rows.map(({ start_ms }) => start_ms)).toEqual([day, null]);
  });

  it("joins a date and a time of day that stand in two columns", async () => {
    const read = await csv("Drug,Start Date,Start Time,End Time\nA,2024-01-05,10:30,11:00\nB,,10:30,\n", "UTC");
    expect(starts(read)).toEqual(["2024-01-05T10:30:00.000Z", null]);
    expect(read.rows[0].end_ms).toBeNull();
    expect(read.warnings).toContain('1 cell of the column "End Time" holds a time without a date; it is unknown.');
  });
});

describe("a date and a time of day in two columns, as databases and sheets write them", () => {
  it("passes over the midnight of a column of dates", async () => {
    const { rows } = await csv(
      "Drug,Start Date,Start Time\nA,2024-01-05 00:00:00,10:30\nB,2024-01-06 00:00:00,\n",
      "UTC",
    );
    expect(rows.map(({ start_ms }) => at(start_ms))).toEqual(["2024-01-05T10:30:00.000Z", "2024-01-06T00:00:00.000Z"]);
  });

  it("keeps midnight in a column that tells other times too, and where it says its zone", async () => {
    const own = await csv("Drug,Start,Time\nA,2024-01-05 00:00,10:30\nB,2024-01-06 08:00,10:30\n", "UTC");
    expect(starts(own)).toEqual(["2024-01-05T00:00:00.000Z", "2024-01-06T08:00:00.000Z"]);
    const zoned = await csv("Drug,Start,Time\nA,2024-01-05T00:00:00Z,10:30\n");
    expect(starts(zoned)).toEqual(["2024-01-05T00:00:00.000Z"]);
  });

  it.each([
    "1899-12-30",
    "1899-12-31",
    "1900-01-01",
    "1904-01-01",
  ])("passes over %s, which stands for no date in a column of times", async (none) => {
    const read = await csv(`Drug,Date,Time\nA,2024-01-05,${none} 10:30:00\n`, "UTC");
    expect(starts(read)).toEqual(["2024-01-05T10:30:00.000Z"]);
    const other = await csv(`Drug,Start Time,Start Date\nA,${none} 10:30:00,2024-01-05\n`, "UTC");
    expect(starts(other)).toEqual(["2024-01-05T10:30:00.000Z"]);
  });
});

describe("zones in the names of columns", () => {
  it.each([
    ["Start (UTC)", "2024-07-01T12:00:00.000Z"],
    ["Start [GMT]", "2024-07-01T12:00:00.000Z"],
    ["Start (UTC+02:00)", "2024-07-01T10:00:00.000Z"],
    ["Start (-0500)", "2024-07-01T17:00:00.000Z"],
    ["Start (local)", "2024-07-01T16:00:00.000Z"],
  ])("%s", async (name, expected) => {
    expect(starts(await csv(`Drug,${name}\nA,2024-07-01 12:00\n`))).toEqual([expected]);
    // What a cell says itself counts.
    expect(starts(await csv(`Drug,${name}\nA,2024-07-01T12:00+01:00\n`))).toEqual(["2024-07-01T11:00:00.000Z"]);
  });
});

it("takes no number that could be two where a column writes a comma before decimals", async () => {
  const { rows, warnings } = await csv("Drug;Dose;Rate\nA;0,5;1.234\nB;1.234;1.234\nC;1.000,5;2\n");
  expect(rows.map(({ amount, rate }) => [amount, rate])).toEqual([
    [0.5, 1.234],
    [null, 1.234],
    [1000.5, 2],
  ]);
  expect(warnings).toEqual(['1 cell of the column "Dose" is no single number; it was kept as text.']);
});

describe("columns of one name", () => {
  it("a unit belongs to the number in front of it", async () => {
    const { rows, warnings } = await csv("Drug,Dose,Unit,Rate,Unit\nA,5,mg,2,mL/h\nB,,,3,mL/h\nC,5,,,mL/h\n");
    expect(rows.map(({ amount, amount_unit, rate, rate_unit }) => [amount, amount_unit, rate, rate_unit])).toEqual([
      [5, "mg", 2, "mL/h"],
      [null, null, 3, "mL/h"],
      [5, null, null, null],
    ]);
    expect(warnings).toEqual([]);
    const { rows: alone } = await csv("Drug,Start,Rate,Unit\nA,,2,mL/h\n");
    expect([alone[0].rate, alone[0].rate_unit]).toEqual([2, "mL/h"]);
  });

  it("a unit that is written behind the number is its unit, whatever a column says, and that is told", async () => {
    const lines = ["A,500 mcg,mg,5 mg,mL/h", "B,5 mcg/hr,\u00b5g/h,2 given late,mL/h", "C,7 MU,mU,2 mL/h,mL per hour"];
    const { rows, warnings } = await csv(`Drug,Dose,Dose unit,Rate,Rate unit\n${lines.join("\n")}\n`);
    expect(rows.map(({ amount, amount_unit, rate, rate_unit }) => [amount, amount_unit, rate, rate_unit])).toEqual([
      [500, "mcg", 5, "mg"],
      [5, "\u00b5g/h", 2, "mL/h"],
      [7, "MU", 2, "mL per hour"],
    ]);
    expect(warnings).toEqual(
      ['2 cells of the column "Dose" name', '1 cell of the column "Rate" names'].map(
        (words) => `${words} another unit than the column of units beside it; the unit in the cell was taken.`,
      ),
    );
  });

  it("a number of another column has no unit of the usual one", async () => {
    const { rows } = await csv("Drug,Dose (mg),Volume (mL),Rate\nA,5,50,\nB,,50,\n");
    expect(rows.map(({ amount, amount_unit }) => [amount, amount_unit])).toEqual([
      [5, "mg"],
      [50, "mL"],
    ]);
    const { rows: beside } = await csv("Drug,Dose,Dose Unit,Volume\nA,,mg,50\n");
    expect([beside[0].amount, beside[0].amount_unit]).toEqual([50, null]);
  });

  it("are told where one of them is read", async () => {
    const { rows, warnings } = await csv("Drug,Dose,Route,dose\nA,5,iv,7\nB,,iv,8\n");
    expect(rows.map(({ amount }) => amount)).toEqual([5, 8]);
    expect(warnings).toEqual([
      'Several columns are called "dose"; of each row the first of them that holds something was read, and all were kept as they are.',
    ]);
  });
});

it("rates below zero are kept, and told", async () => {
  const { rows, warnings } = await csv("Drug,Dose,Rate\nA,5,-2 mL/h\nB,-0,0\n");
  expect(rows.map(({ rate }) => rate)).toEqual([-2, 0]);
  expect(warnings).toEqual(['1 cell of the column "Rate" is below zero; it was kept as written.']);
});

it("ends before the start are kept, and told; a day alone ends with its last moment", async () => {
  const { rows, warnings } = await csv(
    "Drug,Start,End\nA,2024-06-10 14:00,2024-06-10 13:00\nB,2024-06-10 14:00,2024-06-10\nC,2024-06-10 14:00,2024-06-10 14:00\n",
  );
  expect(at(rows[0].end_ms)).toBe("2024-06-10T17:00:00.000Z");
  expect(warnings).toEqual(["1 row of the file ends before it starts; both times were kept as written."]);
});
