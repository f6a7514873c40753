/** Tables as text whose rows do not end: refused before they are sent, in the words of the server, which say where. */
import { expect, it } from "vitest";
import { inspectMedication } from "../../src/app/upload/choose/inspect-medication.ts";
import { openSheet } from "../../src/app/upload/choose/open-sheet.ts";
import { chosenFile } from "./chosen-files.ts";
import { lookAt } from "./sheet-cases.ts";

const rows = (count: number, delimiter = ",") =>
  ["Drug", ...Array.from({ length: count }, (_, k) => `Propofol ${k}`)].map((one) => `${one}${delimiter}2024-05-16`);
const sentence = (row: string) =>
  `Unable to read a.csv: row ${row} does not end. The quote that closes a text may be missing in it.`;

it.each<[string, string, string]>([
  ["at its end", "7", [...rows(5), '"Propofol,2024-05-16'].join("\n")],
  ["in the middle", "3", [...rows(1), '"Propofol,2024-05-16', ...rows(40)].join("\r\n")],
  ["behind empty rows and cells of several lines", "6", ['A,"x\ny"', "", "", "B,1", "C,2", '1,"never'].join("\n")],
  ["with other separators", "4", [...rows(2, ";"), '"1,5;2', ...rows(3, ";")].join("\r")],
  ["and more than a megabyte behind it", "3", [...rows(1), '"', ...rows(60_000)].join("\n")],
  ["in the first row", "1", '"Drug,Start\nPropofol,2024'],
  ["in no quotes at all, but without an end", "2", `Drug,Dose\n${"x".repeat(2 ** 20 + 9)}`],
])("a quote that never ends %s", async (_, row, text) => {
  for (const encoding of ["utf8", "utf16le"] as const) {
    const { atChoice, atIngest } = await lookAt("a.csv", Buffer.from(text, encoding));
    expect([atChoice, atIngest]).toEqual([sentence(row), sentence(row)]);
  }
});

it.each([
  ["quotes in the middle of a text", [...rows(3), '5" tube,2024-05-16', 'the "other" one,1'].join("\n")],
  ["doubled quotes and line breaks in quotes", 'Drug,Note\nA,"he said ""no""\nand left"\nB,""\n'],
  ["letters behind a quote", 'Drug,Note\n"A"b,2\nC,3\n'],
])("is none: %s", async (_, text) => {
  const { atChoice, atIngest } = await lookAt("a.csv", Buffer.from(text));
  expect([atChoice, atIngest]).toEqual([null, null]);
});

it("of a large text the beginning is looked at, and a text that is cut there is not taken for one without an end", async () => {
  let looked: [number, boolean] = [0, true];
  const look = (bytes: Uint8Array) =>
    inspectMedication(chosenFile("a.csv", bytes), {}, async (content, isWhole) => {
      looked = [content.byteLength, isWhole];
      return openSheet(content, isWhole);
    });
  const line = `"${"Propofol ".repeat(100)}\n",2024-05-16\n`;
  const large = Buffer.from(`Drug,Start\n${line.repeat(20_000)}`);
  expect((await look(large)).error).toBeNull();
  expect(looked).toEqual([16 * 2 ** 20, false]);
  const endless = Buffer.from(`Drug,Start\n"Propofol,2024\n${"Fentanyl,2024\n".repeat(1_300_000)}`);
  expect((await look(endless)).error).toBe(sentence("2"));
});
