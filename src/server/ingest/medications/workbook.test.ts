import { utils, write } from "@e965/xlsx";
import { expect, it } from "vitest";
import { readWorkbook } from "./workbook.ts";

/** `target`: where the book says that its second sheet lies; as long as the true one. */
function bookOf(target = "worksheets/sheet2.xml"): Buffer<ArrayBuffer> {
  const book = utils.book_new();
  for (const name of ["Day", "Night"])
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ["Time", "Drug"],
        ["2020-01-01 10:00", name],
      ]),
      name,
    );
  const bytes: Uint8Array = write(book, { type: "buffer", bookType: "xlsx", compression: false });
  const text = Buffer.from(bytes).toString("latin1").replace('Target="worksheets/sheet2.xml"', `Target="${target}"`);
  return Buffer.from(text, "latin1");
}

const read = (bytes: Buffer<ArrayBuffer>) => readWorkbook(bytes, { kind: "zip", name: "a.xlsx", mostRows: 10 });

it("reads the rows of every sheet", async () => {
  const sheets = await read(bookOf());
  expect(sheets.map(({ name }) => name)).toEqual(["Day", "Night"]);
  for (const sheet of sheets) {
    let count = 0;
    for await (const row of sheet.rows()) count += row.length;
    expect(count).toBe(4);
  }
});

it("refuses a book that names a sheet which is elsewhere or not there", async () => {
  for (const target of ["worksheets/sheet9.xml", "http://127.0.0.1:9/xx"]) {
    const bytes = bookOf(target.padEnd("worksheets/sheet2.xml".length, "x"));
    await expect(read(bytes)).rejects.toThrow("Unable to read a.xlsx");
  }
});
