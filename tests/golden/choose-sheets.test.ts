/** Medication sheets in the browser (spec 000 section 5): accepted, locked or unreadable by content, in the specified words. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { utils, write } from "@e965/xlsx";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectMedication } from "../../src/app/upload/choose/inspect-medication.ts";
import { openSheet } from "../../src/app/upload/choose/open-sheet.ts";
import { bytesSource } from "../../src/domain/byte-source.ts";
import { SourceRefused } from "../../src/domain/source-refused.ts";
import { sheetForm } from "../../src/domain/upload/sheet-form.ts";
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

it("a bomb is not unpacked", async () => {
  const bomb = written("xlsx");
  const directory = Buffer.from(bomb).indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  new DataView(bomb.buffer, bomb.byteOffset).setUint32(directory + 24, 0x7fffffff, true);
  expect(await errorOf("a.xlsx", bomb)).toBe("Unable to read a.xlsx");
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
  });
});
