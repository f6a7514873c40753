/** A small writer of .xlsx files for tests, from the XML of their parts: correct by default, and able to break every rule. */
import { type WrittenPart, writeZip } from "./zip-writer.ts";

export interface WrittenBook {
  /** What stands in the `sheetData` of each sheet. */
  sheets: readonly string[];
  /** What stands in the table of texts; none unless told. */
  texts?: string;
  is1904?: boolean;
  /** More parts, or others in the place of those of the same name. */
  parts?: readonly WrittenPart[];
}

/** Numbers of the cell styles. */
export const styles = { plain: 0, day: 1, moment: 2, clock: 3 } as const;

const office = "http://schemas.openxmlformats.org";
const main = `xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"`;
const kind = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`;
const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function partsOf({ sheets, texts, is1904 = false, parts = [] }: WrittenBook): WrittenPart[] {
  const names = sheets.map((_, k) => `sheet${k + 1}`);
  const shared = texts === undefined ? [] : ["sharedStrings"];
  const override = (part: string, name: string) => `<Override PartName="/xl/${part}.xml" ContentType="${kind(name)}"/>`;
  const related = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}.xml"/>`;
  const relations = (inner: string) =>
    `${declared}<Relationships xmlns="${office}/package/2006/relationships">${inner}</Relationships>`;
  const formats = [0, 14, 22, 21].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`).join("");
  const usual: WrittenPart[] = [
    {
      name: "[Content_Types].xml",
      content: `${declared}<Types xmlns="${office}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override("workbook", "sheet.main")}${override("styles", "styles")}${names.map((name) => override(`worksheets/${name}`, "worksheet")).join("")}${shared.map((name) => override(name, name)).join("")}</Types>`,
    },
    { name: "_rels/.rels", content: relations(related(1, "officeDocument", "xl/workbook")) },
    {
      name: "xl/workbook.xml",
      content: `${declared}<workbook ${main}><workbookPr date1904="${Number(is1904)}"/><sheets>${names.map((name, k) => `<sheet name="${name}" sheetId="${k + 1}" r:id="rId${k + 1}"/>`).join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: relations(
        [
          ...names.map((name, k) => related(k + 1, "worksheet", `worksheets/${name}`)),
          related(90, "styles", "styles"),
          ...shared.map((name) => related(91, name, name)),
        ].join(""),
      ),
    },
    {
      name: "xl/styles.xml",
      content: `${declared}<styleSheet ${main}><cellXfs count="4">${formats}</cellXfs></styleSheet>`,
    },
    ...names.map((name, k) => ({
      name: `xl/worksheets/${name}.xml`,
      content: `${declared}<worksheet ${main}><sheetData>${sheets[k]}</sheetData></worksheet>`,
    })),
    ...shared.map((name) => ({ name: `xl/${name}.xml`, content: `${declared}<sst ${main}>${texts}</sst>` })),
  ];
  const others = parts.filter(({ name }) => !usual.some((part) => part.name === name));
  return [...usual.map((part) => parts.find(({ name }) => name === part.name) ?? part), ...others];
}

export const writeBook = (book: WrittenBook): Uint8Array<ArrayBuffer> => writeZip(partsOf(book));
