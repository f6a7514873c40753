import { crc32 } from "node:zlib";
import { utils, write } from "@e965/xlsx";
import { expect, it } from "vitest";
import { bytesSource } from "../../../domain/files/byte-source.ts";
import { isHonest } from "../../../domain/upload/sheet-bounds.ts";
import { noSheetFacts, sheetScan } from "../../../domain/upload/sheet-scan.ts";
import { zipEntries } from "../../../domain/upload/zip.ts";
import type { Cell } from "./types.ts";
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
  const changed = Buffer.from(text, "latin1");
  const name = "xl/_rels/workbook.xml.rels";
  const [local, entry] = [text.indexOf(name) - 30, text.lastIndexOf(name) - 46];
  const begin = local + 30 + name.length;
  const sum = crc32(changed.subarray(begin, begin + changed.readUInt32LE(local + 18)));
  for (const at of [local + 14, entry + 16]) changed.writeUInt32LE(sum, at);
  return changed;
}

const read = (bytes: Buffer<ArrayBuffer>) => readWorkbook(bytes, { name: "a.xlsx", mostRows: 10 });

it("reads the rows of every sheet", async () => {
  const { sheets } = await read(bookOf());
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

/** A book of one sheet whose second cell is these, in a row of their own each. */
function bookWith(cells: readonly string[]): Buffer<ArrayBuffer> {
  const sheet = utils.aoa_to_sheet([["Drug", "Start"], ...cells.map(() => ["Propofol", 7])]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Day");
  const bytes: Uint8Array = write(book, { type: "buffer", bookType: "xlsx", compression: false });
  let text = Buffer.from(bytes).toString("latin1");
  const end = text.lastIndexOf("xl/worksheets/sheet1.xml");
  let grown = 0;
  for (const [k, cell] of cells.entries()) {
    const old = new RegExp(`<c r="B${k + 2}"[^>]*><v>7</v></c>`).exec(text)?.[0] ?? "";
    text = text.replace(old, cell);
    grown += cell.length - old.length;
  }
  // Sizes of the part in both of its headers, and where the directory lies.
  const changed = Buffer.from(text, "latin1");
  const local = text.indexOf("xl/worksheets/sheet1.xml") - 30;
  const entry = end + grown - 46;
  for (const at of [local + 18, local + 22, entry + 20, entry + 24])
    changed.writeUInt32LE(changed.readUInt32LE(at) + grown, at);
  for (let at = text.indexOf("PK\x01\x02"); at >= 0; at = text.indexOf("PK\x01\x02", at + 4))
    if (changed.readUInt32LE(at + 42) > local) changed.writeUInt32LE(changed.readUInt32LE(at + 42) + grown, at + 42);
  const tail = changed.length - 22;
  changed.writeUInt32LE(changed.readUInt32LE(tail + 16) + grown, tail + 16);
  const begin = local + 30 + changed.readUInt16LE(local + 26);
  const sum = crc32(changed.subarray(begin, begin + changed.readUInt32LE(local + 18)));
  for (const at of [local + 14, entry + 16]) changed.writeUInt32LE(sum, at);
  return changed;
}

async function second(bytes: Buffer<ArrayBuffer>): Promise<{ cells: Cell[]; warnings: readonly string[] }> {
  const { sheets, warnings } = await read(bytes);
  const cells: Cell[] = [];
  for await (const row of sheets[0].rows()) cells.push(row[1] ?? null);
  return { cells: cells.slice(1), warnings };
}

it("tells of formulas without a stored value, and of no others", async () => {
  const without = [
    '<c r="B2"><f>1+1</f></c>',
    '<c r="B3" s="0"><f>1+1</f><v></v></c>',
    '<c r="B4"><f t="shared" si="0"/><v/></c>',
    '<c r="B5" t="str"><f>"a"&amp;"b"</f></c>',
  ];
  const made = await second(bookWith(without));
  expect(made.cells.map((cell) => cell ?? "")).toEqual(["", "", "", ""]);
  expect(made.warnings).toEqual([
    "4 cells of the file have formulas whose results were never stored, and are read as empty. A spreadsheet program stores them when it opens and saves the file.",
  ]);
  const others = [
    '<c r="B2"><f>1+1</f><v>2</v></c>',
    '<c r="B3" t="str"><f>""</f><v></v></c>',
    '<c r="B4" s="0"/>',
    '<c r="B5" t="str"><f>"a"</f><v>a</v></c>',
  ];
  expect(await second(bookWith(others))).toEqual({ cells: [2, "", null, "a"], warnings: [] });
});

it("finds them wherever a part is cut as it is unpacked", async () => {
  const cells = Array.from(
    { length: 4 },
    (_, k) => `<c r="B${k + 2}"${k % 2 === 0 ? ' t="d"' : ""}><f>${k}</f><v>${k === 1 ? 5 : ""}</v></c>`,
  );
  const bytes = bookWith(cells);
  const text = bytes.toString("latin1");
  const begin = text.indexOf("<worksheet");
  const sheet = text.slice(begin, text.indexOf("</worksheet>"));
  for (const size of [1, 2, 3, 7, 64]) {
    const facts = { ...noSheetFacts };
    const look = sheetScan(facts);
    for (let at = 0; at < sheet.length; at += size) look(Buffer.from(sheet.slice(at, at + size), "latin1"));
    expect(facts).toEqual({ ...noSheetFacts, withoutValue: 3, isOdd: true, lastRow: 5 });
  }
  expect(await isHonest(bytes, (await zipEntries(bytesSource(bytes))) ?? [])).toBe(true);
});

it("reads a date that is text as its text, with all that it says, and no number as one", async () => {
  const cells = [
    '<c r="B2" t="d"><v>2024-05-16T09:33:01+02:00</v></c>',
    '<c r="B3"><v>45428.5</v></c>',
    '<c r="B4" t="d"><v>2024-13-46</v></c>',
    '<c r="B5" t="d"><v>soon</v></c>',
  ];
  expect((await second(bookWith(cells))).cells).toEqual(["2024-05-16T09:33:01+02:00", 45_428.5, "2024-13-46", "soon"]);
});

it("reads what is no number, and a cell of an unknown type, as its text", async () => {
  const cells = [
    '<c r="B2"><v>1,5</v></c>',
    '<c r="B3"><v>1O0</v></c>',
    '<c r="B4"><v>1e999</v></c>',
    '<c r="B5" t="b"><v>7</v></c>',
    '<c r="B6" t="x"><v>7</v></c>',
    '<c r="B7"><!-- <v>3</v> --><v>2</v></c>',
    "<c r='B8' t='str'><v><![CDATA[a<b]]></v></c>",
  ];
  expect((await second(bookWith(cells))).cells).toEqual(["1,5", "1O0", "1e999", "7", "7", 2, "a<b"]);
});

it.each([
  ["a text that is not in the table", '<c r="B2" t="s"><v>99</v></c>'],
  ["a number of a text that is none", '<c r="B2" t="s"><v>1x</v></c>'],
  ["a place that is none", '<c r="b0"><v>1</v></c>'],
  ["two cells at one place", '<c r="B2"><v>1</v></c><c r="B2"><v>2</v></c>'],
])("refuses a book with %s", async (_, cell) => {
  await expect(read(bookWith([cell]))).rejects.toThrow("Unable to read a.xlsx");
});

it("takes midnight in a column of times as a time", async () => {
  const sheet = utils.aoa_to_sheet([
    ["Drug", "Time"],
    ["Propofol", { t: "n", v: 0, z: "h:mm" }],
    ["Propofol", 0],
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet);
  const bytes: Uint8Array = write(book, { type: "buffer", bookType: "xlsx" });
  const midnight = { date: null, timeMs: 0, offsetMinutes: null };
  expect((await second(Buffer.from(bytes) as Buffer<ArrayBuffer>)).cells).toEqual([midnight, 0]);
});
