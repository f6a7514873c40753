/** Medication sheets in the browser (spec 000 section 5): accepted, locked or unreadable by content, in the specified words. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { CFB, utils, write } from "@e965/xlsx";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectMedication } from "../../src/app/upload/choose/inspect-medication.ts";
import { openSheet } from "../../src/app/upload/choose/open-sheet.ts";
import { bytesSource } from "../../src/domain/files/byte-source.ts";
import { SourceRefused } from "../../src/domain/files/source-refused.ts";
import { sheetForm } from "../../src/domain/upload/sheet-form.ts";
import { sheetsOf } from "../../src/server/ingest/medications/index.ts";
import { mostColumns } from "../../src/server/ingest/medications/types.ts";
import { partsOf, writeBook } from "../support/sheet-writer.ts";
import { type WrittenPart, wideSizes, writeZip } from "../support/zip-writer.ts";
import { chosenFile } from "./chosen-files.ts";

const data = fileURLToPath(new URL("../../../shared/data/medications/", import.meta.url));
const isPresent = existsSync(data);
if (!isPresent) console.warn("Skipped: the sample sheets are not beside the checkout.");

const look = (name: string, bytes: Uint8Array | string) =>
  inspectMedication(chosenFile(name, bytes), {}, async (content) => openSheet(content));
const errorOf = async (name: string, bytes: Uint8Array | string) => (await look(name, bytes)).error;
const sample = (name: string) => new Uint8Array(readFileSync(join(data, name)));

const rows = Array.from({ length: 3000 }, (_, i) => ({ drug: `Propofol ${i}`, start: "2024-05-16 09:33", dose: i }));
const book = utils.book_new();
utils.book_append_sheet(book, utils.json_to_sheet(rows));
const written = (bookType: "xlsx" | "biff8" | "biff5") =>
  new Uint8Array(write(book, { type: "buffer", bookType }) as Buffer);

it.each([
  ["a.xlsx", written("xlsx")],
  ["a.XLS", written("biff8")],
  ["old.xls", written("biff5")],
  ["a.csv", "drug;start\nPropofol;2024-05-16\n"],
  ["wide.csv", new Uint8Array(Buffer.from("\ufeffdrug,start\n", "utf16le"))],
  ["named otherwise.csv", written("xlsx")],
])("%s is accepted", async (name, bytes) => {
  const chosen = await look(name, bytes);
  expect([chosen.error, chosen.findings]).toEqual([null, []]);
  expect(chosen.warnings).toEqual(["The rows of the sheet are sent as they are; they were not searched for names."]);
  expect(chosen.source(true)).toMatchObject({ kind: "medications", name, removed: [] });
});

it("formulas whose results were never stored are told", async () => {
  const rows = '<row r="1"><c r="A1" t="str"><v>Drug</v></c></row><row r="2"><c r="A2"><f>1</f></c></row>';
  const { error, warnings } = await look("a.xlsx", writeBook({ sheets: [rows] }));
  expect(error).toBeNull();
  expect(warnings.slice(1)).toEqual([
    "1 cell of the file has a formula whose result was never stored, and is read as empty. A spreadsheet program stores them when it opens and saves the file.",
  ]);
});

it("what of a sheet will not be read or kept is told, and that hidden sheets are read", async () => {
  const cellsOf = (n: number, row: number) =>
    Array.from({ length: n }, (_, k) => `<c r="${utils.encode_cell({ r: row - 1, c: k })}"><v>${k}</v></c>`).join("");
  const rows = [200, 201, 1024, 1025].map((n, k) => `<row r="${k + 1}">${cellsOf(n, k + 1)}</row>`).join("");
  const wide =
    "1 row of the file has cells behind column 1,024; they are not read." +
    "3 rows of the file have more than 200 filled cells; the first 200 of each are kept as they are written.";
  const told = async (name: string, bytes: Uint8Array | string) => (await look(name, bytes)).warnings.slice(1).join("");
  expect(await told("a.xlsx", writeBook({ sheets: [rows] }))).toBe(wide);
  const lines = [200, 201, 1024, 1025].map((n) => Array(n).fill("1").join(",")).join("\n");
  expect(await told("a.csv", lines)).toBe(wide);
  expect(await told("b.csv", `${",".repeat(2000)}\n${",".repeat(1500)} \n`)).toBe("");
  const long = `${Array(1025).fill("1").join(",")}\n`.repeat(9000);
  expect(await told("c.csv", long)).toMatch(
    /^At least 8,18\d rows .*read\.At least 8,18\d rows .*Only the first 16 MB of this long file were looked at; the server reads the rest\.$/,
  );

  const hidden = utils.book_new();
  for (const name of ["Main", "Old", "Older"]) utils.book_append_sheet(hidden, utils.aoa_to_sheet([["Drug"]]), name);
  hidden.Workbook = { Sheets: [{}, { Hidden: 1 }, { Hidden: 2 }] };
  for (const bookType of ["xlsx", "biff8"] as const) {
    const bytes = new Uint8Array(write(hidden, { type: "buffer", bookType }) as Buffer);
    const sentence = "2 sheets of the file are hidden in spreadsheet programs, and read like the others.";
    expect(await told("a.xls", bytes)).toBe(sentence);
    expect((await sheetsOf(bytesSource(bytes), "a.xls")).warnings).toEqual([sentence]);
  }
});

it("hidden rows and columns, and cells merged over rows, are told by the wizard and where they are read", async () => {
  const cells = (row: number) => ["A", "B", "C"].map((letter) => `<c r="${letter}${row}"><v>${row}</v></c>`).join("");
  const row = (n: number, attributes = "") => `<row r="${n}"${attributes}>${cells(n)}</row>`;
  const sheet = [
    row(1),
    row(2, ' hidden="1"'),
    row(3, ' hidden="0"'),
    row(60, " hidden='true'"),
    '<row r="61" hidden="1"/>',
  ];
  const [part] = partsOf({ sheets: [sheet.join("")] }).filter(({ name }) => name.endsWith("sheet1.xml"));
  const content = String(part.content)
    .replace(
      "<sheetData>",
      '<cols><col min="2" max="2" hidden="1"/><col min="5" max="9" hidden="1"/></cols><sheetData>',
    )
    .replace("</sheetData>", '</sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A2:A60"/></mergeCells>');
  const bytes = writeBook({ sheets: [""], parts: [{ ...part, content }] });
  const told = [
    "2 rows of the file are hidden in spreadsheet programs, by a filter or by hand, and read like the others.",
    "1 column of the file is hidden in spreadsheet programs, and read like the others.",
    "1 cell of the file is merged over several rows; only the first of these rows holds what is written there.",
  ];
  expect((await look("a.xlsx", bytes)).warnings.slice(1)).toEqual(told);
  expect((await sheetsOf(bytesSource(bytes), "a.xlsx")).warnings).toEqual(told);
  const old = utils.aoa_to_sheet(Array.from({ length: 90 }, (_, k) => ["Propofol", k]));
  old["!rows"] = [];
  for (const k of [3, 80, 95]) old["!rows"][k] = { hidden: true };
  old["!cols"] = [{}, { hidden: true }, { hidden: true }];
  old["!merges"] = [utils.decode_range("A1:B1"), utils.decode_range("A5:A7")];
  const oldBook = utils.book_new();
  utils.book_append_sheet(oldBook, old);
  const biff = new Uint8Array(write(oldBook, { type: "buffer", bookType: "biff8" }) as Buffer);
  const said = (await sheetsOf(bytesSource(biff), "a.xls")).warnings;
  expect((await look("a.xls", biff)).warnings.slice(1)).toEqual(said);
  expect(said).toEqual(told.slice(1)); // the writer of old books knows no hidden rows
});

it("letters beyond ASCII that are no UTF-8 are told by both", async () => {
  const bytes = new Uint8Array(Buffer.from("Drug,Start\nPropofol \xb5g,2024\n", "latin1"));
  const [sheet] = (await sheetsOf(bytesSource(bytes), "a.csv")).sheets;
  expect((await look("a.csv", bytes)).warnings.slice(1)).toEqual(sheet.warnings?.());
});

it("everything else is refused in one sentence", async () => {
  expect(await errorOf("a.ods", written("xlsx"))).toBe("A medication file must be a .csv, .xlsx or .xls file.");
  expect(await errorOf("a.csv", "")).toBe("The file is empty.");
  expect(await errorOf("a.csv", "<!DOCTYPE html><p>Sign in")).toBe("Unable to read a.csv");
  expect(await errorOf("a.csv", new Uint8Array([65, 0, 66, 0, 0, 7]))).toBe("Unable to read a.csv");
  expect(await errorOf("a.xlsx", written("xlsx").slice(0, 4000))).toBe("Unable to read a.xlsx");
  expect(await errorOf("a.xls", written("biff8").slice(0, 4000))).toBe("Unable to read a.xls");
  expect(await errorOf("a\u202ecsv.xlsx", written("xlsx"))).toBe("The name of the file cannot be stored.");
  const locked = written("xlsx");
  const directory = Buffer.from(locked).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  locked[directory + 8] |= 1;
  expect(await errorOf("a.xlsx", locked)).toBe("The file is password-protected.");
});

const tooLarge = (why: string) =>
  `The sheet is too large to be opened: ${why}. Please save it as a .csv file, or in smaller files.`;

/** What the server says of the same bytes. */
const atIngest = (name: string, bytes: Uint8Array) =>
  sheetsOf(bytesSource(bytes), name).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );

it.each<[string, string | Uint8Array]>([
  ["UTF-16 without a mark", new Uint8Array(Buffer.from("drug,start\nPropofol,2024-05-16\n", "utf16le"))],
  ["the other order of bytes", new Uint8Array(Buffer.from("drug,start\nPropofol,2024-05-16\n", "utf16le").swap16())],
  ["a code page", new Uint8Array(Buffer.from("drug,start\nPropofol \xb5g,2024\n", "latin1"))],
  ["UTF-8 with a mark", "\ufeffdrug,start\n"],
  ["zeros", new Uint8Array([65, 0, 66, 0, 0, 7])],
  ["zeros far behind", new Uint8Array([...Buffer.from("drug,start\n".repeat(9000)), 0])],
  ["blanks", "  \r\n \n"],
  ["JSON", ' {"drug": 1}'],
  ["a page in UTF-16", new Uint8Array(Buffer.from("\ufeff<html><p>Sign in", "utf16le"))],
  ["a pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n"],
])("of a text the wizard says what the server says: %s", async (_, content) => {
  const bytes = typeof content === "string" ? new Uint8Array(Buffer.from(content)) : content;
  expect(await errorOf("a.csv", bytes)).toBe(await atIngest("a.csv", bytes));
});

/** An archive of parts of so many bytes each, all of them one letter. */
function archive(parts: Readonly<Record<string, number>>): Uint8Array {
  const [heads, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, size] of Object.entries(parts)) {
    const packed = deflateRawSync(Buffer.alloc(size, "a"));
    const facts = Buffer.alloc(16);
    for (const [k, value] of [0, packed.length, size].entries()) facts.writeUInt32LE(value, 4 * k);
    facts.writeUInt16LE(name.length, 12);
    const local = Buffer.concat([
      Buffer.from([80, 75, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
      facts,
      Buffer.from(name),
      packed,
    ]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(
      Buffer.concat([
        Buffer.from([80, 75, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
        facts,
        place,
        Buffer.from(name),
      ]),
    );
    heads.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return new Uint8Array(Buffer.concat([...heads, directory, end]));
}

it("a bomb is not unpacked, whatever it says of itself; the wizard and the server say the same", async () => {
  const lying = written("xlsx");
  const directory = Buffer.from(lying).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  new DataView(lying.buffer, lying.byteOffset).setUint32(directory + 24, 0x7fffffff, true);
  const MiB = 2 ** 20;
  const bombs = {
    lying,
    wide: archive({
      "xl/workbook.xml": 10,
      "xl/worksheets/sheet1.xml": 60 * MiB,
      "xl/worksheets/sheet2.xml": 70 * MiB,
    }),
    texts: archive({ "xl/workbook.xml": 10, "xl/sharedStrings.xml": 65 * MiB }),
    dense: archive({ "xl/workbook.xml": 10, "xl/media/image1.png": 20 * MiB }),
    parts: archive(
      Object.fromEntries(Array.from({ length: 5001 }, (_, k) => [k === 0 ? "xl/workbook.xml" : `x${k}`, 1])),
    ),
  };
  const said: Record<keyof typeof bombs, string> = {
    lying: tooLarge("it unpacks to more than 128 MB"),
    wide: tooLarge("it unpacks to more than 128 MB"),
    texts: tooLarge("its texts unpack to more than 64 MB"),
    dense: "The sheet cannot be opened: it is packed as no workbook is. Please save it as a .csv file.",
    parts: tooLarge("it has more than 5,000 parts"),
  };
  for (const kind of Object.keys(said) as (keyof typeof bombs)[]) {
    expect(await errorOf("a.xlsx", bombs[kind]), kind).toBe(said[kind]);
    expect(await atIngest("a.xlsx", bombs[kind]), kind).toBe(said[kind]);
  }
  // It says a kilobyte and holds fifty megabytes: found while a kilobyte is unpacked.
  const small = archive({ "xl/workbook.xml": 10, "xl/worksheets/sheet1.xml": 50 * MiB });
  const entry = Buffer.from(small).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  new DataView(small.buffer, small.byteOffset).setUint32(entry + 24, 1024, true);
  expect(await errorOf("a.xlsx", small)).toBe("Unable to read a.xlsx");
  expect(await atIngest("a.xlsx", small)).toBe("Unable to read a.xlsx");
  await expect(openSheet(small.slice().buffer)).resolves.toBe("unreadable");
});

describe("what the parser would take for another archive than was looked at is refused by both", () => {
  const sheet = (drug: string) =>
    `<row r="1"><c r="A1" t="str"><v>Drug</v></c></row><row r="2"><c r="A2" t="str"><v>${drug}</v></c></row>`;
  const plain = partsOf({ sheets: [sheet("Propofol")] });

  it("a second directory in the last bytes, where no end of one has room", async () => {
    const shown = writeZip(plain);
    const hidden = Buffer.from(writeZip(partsOf({ sheets: [sheet("Other")] })));
    const at = hidden.readUInt32LE(hidden.length - 6);
    // Its parts are told by their places behind the archive that is looked at.
    for (let entry = at; entry < hidden.length - 22; ) {
      hidden.writeUInt32LE(hidden.readUInt32LE(entry + 42) + shown.length, entry + 42);
      entry += 46 + hidden.readUInt16LE(entry + 28);
    }
    hidden.writeUInt32LE(at + shown.length, hidden.length - 6);
    const end = Buffer.from(shown.subarray(shown.length - 22));
    end.writeUInt16LE(21, 20);
    const bytes = new Uint8Array(Buffer.concat([shown, hidden.subarray(0, -22), end, hidden.subarray(-22, -1)]));
    expect(await errorOf("a.xlsx", bytes)).toBe("Unable to read a.xlsx");
    expect(await atIngest("a.xlsx", bytes)).toBe(await errorOf("a.xlsx", bytes));
  });

  it.each<[string, Pick<WrittenPart, "extra" | "extraLocally">]>([
    ["in the directory", { extra: wideSizes(2 ** 33, 2) }],
    ["in front of the part", { extraLocally: wideSizes(2 ** 33, 2) }],
    ["in both", { extra: wideSizes(2 ** 28, 2), extraLocally: wideSizes(2 ** 28, 2) }],
  ])("other sizes of 64 bits %s", async (_, extras) => {
    const bytes = writeZip([...plain, { name: "xl/sharedStrings.xml", content: "", ...extras }]);
    expect(await errorOf("a.xlsx", bytes)).not.toBeNull();
    expect(await atIngest("a.xlsx", bytes)).toBe(await errorOf("a.xlsx", bytes));
  });

  it("and sizes of 64 bits that are those of the part are read", async () => {
    const content = "<sst/>";
    const sizes = wideSizes(content.length, deflateRawSync(Buffer.from(content)).length);
    const bytes = writeZip([...plain, { name: "xl/other.xml", content, extra: sizes, extraLocally: sizes }]);
    expect(await errorOf("a.xlsx", bytes)).toBeNull();
  });
});

it("a cell far to the right costs no memory for those before it", async () => {
  const far = utils.aoa_to_sheet([
    ["Drug", "Start"],
    ["Propofol", "2024-05-16 09:33"],
  ]);
  far.XFD2 = { t: "s", v: "far" };
  far["!ref"] = "A1:XFD2";
  const wide = utils.book_new();
  utils.book_append_sheet(wide, far);
  const bytes = new Uint8Array(write(wide, { type: "buffer", bookType: "xlsx" }) as Buffer);
  expect(await errorOf("a.xlsx", bytes)).toBeNull();
  const [sheet] = (await sheetsOf(bytesSource(bytes), "a.xlsx")).sheets;
  const lengths: number[] = [];
  for await (const row of sheet.rows()) lengths.push(row.length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(mostColumns);
});

describe("workbooks with a password", () => {
  const locked = "The file is password-protected.";
  const record = (type: number, body: readonly number[]) => [
    type & 255,
    type >> 8,
    body.length & 255,
    body.length >> 8,
    ...body,
  ];
  const begin = record(0x809, [0, 6, 5, 0, 0xbb, 0x0d, 0xcc, 7, 0, 0, 0, 0, 6, 0, 0, 0]);
  /** FILEPASS as Excel 95 (XOR), 97 (RC4) and 2002 (RC4 CryptoAPI) write it. */
  const passes: Record<string, readonly number[]> = {
    XOR: [0, 0, 0x59, 0xb3, 0x0a, 0x9a],
    RC4: [1, 0, 1, 0, 1, 0, ...Array<number>(48).fill(0x5a)],
    "RC4 CryptoAPI": [1, 0, 2, 0, 2, 0, 4, 0, 0, 0, ...Array<number>(180).fill(0x33)],
  };
  const container = (streams: Readonly<Record<string, readonly number[]>>): Uint8Array => {
    const file = CFB.utils.cfb_new();
    for (const [name, bytes] of Object.entries(streams)) CFB.utils.cfb_add(file, name, Uint8Array.from(bytes));
    return new Uint8Array(CFB.write(file, { type: "buffer" }) as Buffer);
  };

  it.each(Object.keys(passes))("%s, small and large", async (kind) => {
    const stream = [...begin, ...record(0x2f, passes[kind])];
    for (const size of [stream.length, 9000]) {
      const whole = [...stream, ...Array<number>(size - stream.length).fill(0x77)];
      for (const name of ["Workbook", "Book"]) {
        const bytes = container({ [`/${name}`]: whole });
        expect(await errorOf("a.xls", bytes)).toBe(locked);
        expect(await atIngest("a.xls", bytes)).toBe(locked);
        await expect(sheetForm(bytesSource(bytes), "a.xls")).rejects.toThrow(locked);
      }
    }
    const bare = Uint8Array.from([...record(9, [0, 0, 0x10, 0]), ...record(0x2f, passes[kind])]);
    await expect(sheetForm(bytesSource(bare), "a.xls")).rejects.toThrow(locked);
  });

  it("strongly encrypted ones, whatever is in them", async () => {
    const bytes = container({
      "/EncryptionInfo": [4, 0, 4, 0, 0x40, 0, 0, 0],
      "/EncryptedPackage": Array<number>(6000).fill(9),
    });
    expect(await errorOf("a.xlsx", bytes)).toBe(locked);
    expect(await atIngest("a.xlsx", bytes)).toBe(locked);
  });

  it("are not those without", async () => {
    for (const kind of ["biff8", "biff5"] as const) {
      expect(await errorOf("a.xls", written(kind))).toBeNull();
      expect(await atIngest("a.xls", written(kind))).toBeNull();
    }
  });
});

it("any bytes have a form or are refused", async () => {
  const bases = [written("xlsx"), written("biff8").slice(0, 40_000), new Uint8Array(Buffer.from("drug,start\n"))];
  await fc.assert(
    fc.asyncProperty(
      fc.nat(2),
      fc.array(fc.tuple(fc.nat(80_000), fc.nat(255)), { maxLength: 40 }),
      fc.option(fc.nat(60_000)),
      async (which, changes, cut) => {
        const bytes = bases[which].slice(0, cut ?? undefined);
        for (const [at, value] of changes)
          if (bytes.length > 0) bytes[(at % 2 === 0 ? at % 1024 : at) % bytes.length] = value;
        const outcome = await sheetForm(bytesSource(bytes), "a.xls").catch((error: unknown) => error);
        return typeof outcome === "string" || outcome instanceof SourceRefused;
      },
    ),
    { numRuns: 500 },
  );
});

describe.skipIf(!isPresent)("the sample sheets", () => {
  it.each([
    "mimic3demo_inputevents_mv.csv",
    "medications_clinic.xlsx",
    "date_cells.xlsx",
    "dates_1904.xlsx",
    "plain.xls",
  ])("%s is accepted", async (name) => {
    expect(await errorOf(name, sample(name))).toBeNull();
  });

  it.each(["password_example.xlsx", "password_xor.xls"])("%s is locked", async (name) => {
    expect(await errorOf(name, sample(name))).toBe("The file is password-protected.");
    // Told by the form alone, before anything is opened.
    await expect(sheetForm(bytesSource(sample(name)), name)).rejects.toThrow("The file is password-protected.");
    expect(await atIngest(name, sample(name))).toBe("The file is password-protected.");
  });
});
