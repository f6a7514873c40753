/** What of a sheet is not kept is told. */
import { expect, it } from "vitest";
import { styles, writeBook } from "../../../../tests/support/sheet-writer.ts";
import { bytesSource } from "../byte-source.ts";
import { sheetsOf } from "./index.ts";
import { openTable } from "./table.ts";
import { mostColumns } from "./types.ts";
import { readWorkbook } from "./workbook.ts";
import { zoneTimes } from "./zone-times.ts";

const options = { msOf: zoneTimes("UTC"), latestShortYear: 2027, mostRows: 1000 };

async function said(bytes: Uint8Array): Promise<{ warnings: string[]; cells: number[]; starts: (number | null)[] }> {
  const { sheets, warnings } = await sheetsOf(bytesSource(bytes), "a.csv");
  const all = { warnings: [...warnings], cells: [] as number[], starts: [] as (number | null)[] };
  for (const sheet of sheets) {
    const table = await openTable(sheet, options);
    if (table === null) continue;
    for await (const { original, start_ms } of table.rows()) {
      all.cells.push(original.cells.length);
      all.starts.push(start_ms);
    }
    all.warnings.push(...table.warnings());
  }
  return all;
}

const csvOf = (rows: readonly (readonly string[])[]) =>
  new TextEncoder().encode(["Drug,Start", ...rows.map((row) => ["A", "2024-01-05", ...row].join(","))].join("\n"));
const cells = (count: number, text: string) => Array.from({ length: count }, () => text);

it("rows of more filled cells than are kept are told", async () => {
  const { warnings, cells: kept } = await said(
    csvOf([cells(198, "1"), cells(199, "1"), cells(300, ""), cells(500, "1")]),
  );
  expect(kept).toEqual([200, 200, 2, 200]);
  expect(warnings).toEqual([
    "2 rows of the file have more than 200 filled cells; the first 200 of each were kept as they are written.",
  ]);
});

it("rows that go on behind the last column that is read are told, empty cells are not", async () => {
  const wide = (text: string) => [...cells(mostColumns - 2, ""), text];
  const { warnings, cells: kept } = await said(csvOf([cells(mostColumns - 2, ""), wide("9"), wide(" ")]));
  expect(kept).toEqual([2, 2, 2]);
  expect(warnings).toEqual(["1 row of the file holds something behind column 1,024; it was not read."]);
});

it("the same of the sheets of a workbook, by their names", async () => {
  const head = '<row r="1"><c r="A1" t="str"><v>Drug</v></c><c r="B1" t="str"><v>Start</v></c></row>';
  const row = (n: number, more: string) => `<row r="${n}"><c r="A${n}" t="str"><v>A</v></c>${more}</row>`;
  const far = row(2, '<c r="XFD2"><v>9</v></c>') + row(3, '<c r="AMJ3"><v>9</v></c>') + row(4, '<c r="AMK4" s="1"/>');
  const { warnings } = await said(
    writeBook({ sheets: [head + row(2, ""), head + far + row(5, '<c r="AMK5"><v>1</v></c>')] }),
  );
  expect(warnings).toEqual(['2 rows of the sheet "sheet2" hold something behind column 1,024; it was not read.']);
});

it("texts that are cut are told", async () => {
  const { warnings } = await said(csvOf([["x".repeat(4096), "x".repeat(4097)]]));
  expect(warnings).toEqual(["1 cell of the file holds more than 4,096 characters; only the first 4,096 were kept."]);
});

it("a sheet that goes on behind the last row that is read is told, where there is a value", async () => {
  const rows = (last: string) =>
    ['<row r="1"><c r="A1" t="str"><v>Drug</v></c></row>', `<row r="9">${last}</row>`].join("");
  const read = (last: string) => readWorkbook(writeBook({ sheets: [rows(last)] }), { name: "a.xlsx", mostRows: 5 });
  expect((await read('<c r="A9"><v>1</v></c>')).warnings).toEqual([
    "A sheet goes on behind row 5; what stands there was not read.",
  ]);
  expect((await read('<c r="A9" s="1"/>')).warnings).toEqual([]);
});

it("29 February 1900, which a spreadsheet counts, is no date and stays the number it is", async () => {
  const row = (n: number, day: number) =>
    `<row r="${n}"><c r="A${n}" t="str"><v>A</v></c><c r="B${n}" s="${styles.day}"><v>${day}</v></c></row>`;
  const head = '<row r="1"><c r="A1" t="str"><v>Drug</v></c><c r="B1" t="str"><v>Start</v></c></row>';
  const { warnings, starts } = await said(
    writeBook({ sheets: [head + row(2, 60) + row(3, 45_428) + row(4, 2_958_466)] }),
  );
  expect(starts).toEqual([null, Date.UTC(2024, 4, 16), null]);
  expect(warnings).toEqual(['2 cells of the column "Start" hold no date that can be read.']);
});
