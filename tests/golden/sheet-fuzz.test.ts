/** Damaged sheets: they are read as what they say, or refused with a sentence, and the wizard says what the server says. */
import { utils, write } from "@e965/xlsx";
import { describe, expect, it } from "vitest";
import { damaged, damagedText, oneOf, type Random, randomFrom } from "../support/mutations.ts";
import { partsOf, styles, writeBook } from "../support/sheet-writer.ts";
import { writeZip } from "../support/zip-writer.ts";
import { filled, lookAt } from "./sheet-cases.ts";
import { rowsSaid } from "./sheet-said.ts";

/** So many of each kind. */
const cases = Number(process.env.FUZZ_CASES ?? 50);
const seeds = Array.from({ length: cases }, (_, k) => k + Number(process.env.FUZZ_SEED ?? 0));

const texts =
  '<si><t>Drug</t></si><si><t>Start</t></si><si><r><t>Pro</t></r><r><t xml:space="preserve">pofol </t></r></si>';
const head =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Dose</t></is></c></row>';
const body = Array.from(
  { length: 4 },
  (_, k) =>
    `<row r="${k + 2}"><c r="A${k + 2}" t="s"><v>2</v></c><c r="B${k + 2}" s="${styles.moment}"><v>${45_428 + k / 4}</v></c><c r="C${k + 2}"><v>${k * 1.5}</v></c><c r="D${k + 2}" t="str"><f>A1</f><v>x &amp; y</v></c><c r="E${k + 2}" t="b"><v>1</v></c><c r="F${k + 2}" t="d"><v>2024-05-16T09:33:0${k}Z</v></c></row>`,
).join("");
const book = { sheets: [head + body, '<row r="3"><c r="B3"><v>7</v></c></row>'], texts };

const table = [
  ["Drug", "Start", "Dose", "Route"],
  ...Array.from({ length: 60 }, (_, k) => [
    `Propofol ${k} \u00b5g`,
    "2024-05-16 09:33",
    k / 4,
    k % 3 === 0 ? "" : "iv",
  ]),
];
const old = (bookType: "biff8" | "biff5") => {
  const made = utils.book_new();
  utils.book_append_sheet(made, utils.aoa_to_sheet(table));
  return new Uint8Array(write(made, { type: "buffer", bookType }) as Buffer);
};
const csv = (delimiter: string, end: string) =>
  table.map((row) => row.map((cell) => (String(cell).includes("7") ? `"${cell}"` : cell)).join(delimiter)).join(end);

/** Damage to what an archive holds, packed again as if nothing had happened. */
function otherParts(random: Random): Uint8Array {
  const pieces = [
    ...["<si/>", "<si>", "</si>", "</v>", "<v/>", "</c>", '<c r="B2">', "<c>", "</row>", "<row>", "<!-- <v>9</v> -->"],
    ...[
      "<![CDATA[1]]>",
      "&#49;",
      "&lt;",
      "&x;",
      "\0",
      "1,5",
      "NaN",
      "1e999",
      "-1",
      "99",
      ' t="d"',
      ' t="x"',
      ' r="a1"',
    ],
    ...[' s="2"', "\ud83d\ude00", "_x0041_", "<!DOCTYPE a>", "<is><t>z</t></is>", "'", '"', "x:"],
  ];
  const parts = partsOf(book).map((part) =>
    /sheet1|shared/.test(part.name) && random(3) > 0
      ? { ...part, content: damagedText(String(part.content), random, pieces) }
      : part,
  );
  return writeZip(parts);
}

const bare = (row: readonly string[]) => row.map((text) => text.replace(/\s+/g, ""));

describe("an .xlsx file", () => {
  it("whose bytes are damaged says what it said before, or is refused on both sides", async () => {
    const whole = writeBook(book);
    const before = await lookAt("a.xlsx", whole);
    expect([before.atChoice, before.atIngest, before.rows[0].length]).toEqual([null, null, 5]);
    for (const seed of seeds) {
      const looked = await lookAt("a.xlsx", damaged(whole, randomFrom(seed)));
      expect(looked.atChoice, `seed ${seed}`).toBe(looked.atIngest);
      if (looked.atIngest === null) expect(looked.rows, `seed ${seed}`).toEqual(before.rows);
    }
  });

  it("whose sheets are damaged is read as their XML says, or refused on both sides", async () => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const bytes = otherParts(random);
      const looked = await lookAt("a.xlsx", bytes);
      expect(looked.atChoice, `seed ${seed}`).toBe(looked.atIngest);
      if (looked.atIngest !== null) continue;
      const said = rowsSaid(bytes);
      if (said !== null) expect(filled(looked.rows[0]).map(bare), `seed ${seed}`).toEqual(filled(said).map(bare));
    }
  });
});

describe("an .xls file", () => {
  it.each(["biff8", "biff5"] as const)("of %s that is damaged is read or refused on both sides", async (kind) => {
    const whole = old(kind);
    for (const seed of seeds) {
      const looked = await lookAt("a.xls", damaged(whole, randomFrom(seed)));
      expect(looked.atChoice, `seed ${seed}`).toBe(looked.atIngest);
    }
  });

  it.each([
    "biff8",
    "biff5",
  ] as const)("of %s that is cut off is refused, or says what it said before", async (kind) => {
    const whole = old(kind);
    const before = await lookAt("a.xls", whole);
    for (let end = 0; end < whole.length; end += 512) {
      const looked = await lookAt("a.xls", whole.slice(0, end));
      if (looked.atIngest === null) expect(looked.rows, `cut at ${end}`).toEqual(before.rows);
    }
  });
});

describe("a text file", () => {
  it.each([
    [",", "\n"],
    [";", "\r\n"],
    ["\t", "\r"],
  ])("of %j and %j that is damaged is read or refused", async (delimiter, end) => {
    const encoding = oneOf(randomFrom(end.charCodeAt(0)), ["utf8", "latin1", "utf16le"] as const);
    const whole = new Uint8Array(Buffer.from(csv(delimiter, end), encoding));
    for (const seed of seeds) await lookAt("a.csv", damaged(whole, randomFrom(seed)));
  });

  it("that is cut off says of all rows but the last one what it said before", async () => {
    const whole = new Uint8Array(Buffer.from(csv(",", "\r\n"), "utf8"));
    const before = await lookAt("a.csv", whole);
    for (const seed of seeds) {
      const looked = await lookAt("a.csv", whole.slice(0, 1 + randomFrom(seed)(whole.length)));
      if (looked.atIngest !== null) continue;
      const read = looked.rows[0].slice(0, -1);
      expect(read, `seed ${seed}`).toEqual(before.rows[0].slice(0, read.length));
    }
  });
});
