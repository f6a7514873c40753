/**
 * What the XML of a workbook's sheets tells that its parser does not: formulas whose result was never stored, as programs write them that do not calculate, and
 * dates that are text. Bytes come in pieces, and none is kept.
 */
import { latin1 } from "../edf/text.ts";

export interface SheetFacts {
  /** Cells that have a formula and no value. */
  withoutValue: number;
  hasIsoDates: boolean;
}

export const noSheetFacts: Readonly<SheetFacts> = { withoutValue: 0, hasIsoDates: false };

export const isSheetPart = (name: string): boolean => /^xl\/worksheets\/[^/]+\.xml$/i.test(name);

/** What decides lies in these elements. */
const tags = /<(\/?)(?:\w+:)?(c|f|v|is)(?=[\s/>])([^<>]*)>/g;
/** A tag that is longer says nothing. */
const longestTag = 2 ** 20;

/** Takes the pieces of one sheet, and adds to `facts`. */
export function sheetScan(facts: SheetFacts): (piece: Uint8Array) => void {
  let rest = "";
  let cell: { type: string; hasFormula: boolean; hasValue: boolean } | null = null;
  const look = (text: string) => {
    for (const { 0: tag, 1: slash, 2: name, 3: attributes, index } of text.matchAll(tags)) {
      const isClosed = attributes.endsWith("/");
      if (name === "c") {
        if (slash !== "" && cell?.hasFormula && !cell.hasValue) facts.withoutValue++;
        const type = /\st\s*=\s*["'](\w*)["']/.exec(attributes)?.[1] ?? "";
        if (type === "d") facts.hasIsoDates = true;
        cell = slash !== "" || isClosed ? null : { type, hasFormula: false, hasValue: false };
      } else if (cell !== null && slash === "") {
        if (name === "f") cell.hasFormula = true;
        // An empty text is the result of some formulas, an empty number of none.
        else if (name === "is" || cell.type === "str") cell.hasValue = true;
        else if (!isClosed && (text[index + tag.length] ?? "<") !== "<") cell.hasValue = true;
      }
    }
  };
  return (piece) => {
    const text = latin1(piece);
    const last = text.lastIndexOf("<");
    if (last < 0) {
      rest = rest.length + text.length > longestTag ? "" : rest + text;
      return;
    }
    look(rest + text.slice(0, last));
    rest = text.slice(last);
  };
}
