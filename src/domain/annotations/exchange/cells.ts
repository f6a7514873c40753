/** Texts and lists in one cell of a table, there and back without loss. */

/**
 * What spreadsheets take for a formula when a cell begins so, the wide forms of it too (OWASP, "CSV Injection"). A cell also begins where a
 * program with other settings cuts: behind `;`, a comma, a tab or a line break. Quotes may stand before it, and apostrophes that are there.
 */
const formula = String.raw`['"]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]`;
const behind = String.raw`(?<=[;,\t\r\n])`;
const unsafe = new RegExp(`^(?=${formula}|['"]*\\n)|${behind}(?=${formula})`, "g");
const safe = new RegExp(`^'(?=${formula}|['"]*\\n)|${behind}'(?=${formula})`, "g");

/**
 * Wherever a spreadsheet would run the text an apostrophe goes in front, also of apostrophes that are there: taking one away from each such
 * place gives the text back. Any other text stays as it is.
 */
export const guarded = (text: string): string => text.replace(unsafe, "'");
/** The text of a guarded cell. */
export const unguarded = (cell: string): string => cell.replace(safe, "");

/** A list with separators between; separators, backslashes and white space at the ends of an item have a backslash in front. */
export function listText(items: readonly string[], separator: string): string {
  return items
    .map((item) =>
      item
        .replace(/[\\;,]/g, (found) => (found === "\\" || found === separator ? `\\${found}` : found))
        .replace(/^\s+|\s+$/g, (blank) => blank.replace(/\s/g, (one) => `\\${one}`)),
    )
    .join(separator);
}

/** Items of a list; white space around them and empty ones do not count. */
export function listOf(cell: string, separator: string): string[] {
  const items: string[] = [];
  let item = "";
  /** Behind the last character that stays whatever it is. */
  let kept = 0;
  const end = () => {
    const whole = `${item.slice(0, kept)}${item.slice(kept).trimEnd()}`;
    if (whole !== "") items.push(whole);
    [item, kept] = ["", 0];
  };
  for (let k = 0; k < cell.length; k++) {
    const letter = cell[k];
    if (letter === "\\" && k + 1 < cell.length) {
      item += cell[++k];
      kept = item.length;
    } else if (letter === separator) end();
    else if (item !== "" || letter.trim() !== "") item += letter;
  }
  end();
  return items;
}
