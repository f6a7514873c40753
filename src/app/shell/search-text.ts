/** Query strings that survive reading and writing: an address is never rewritten to one that means something else. */
import { parseSearchWith, stringifySearchWith } from "@tanstack/react-router";

/** Values are numbers, booleans, arrays or objects only in their one canonical spelling; "00123" and "1e5" are texts. */
function readCanonical(value: string): unknown {
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed === "string") {
    readCanonical(parsed); // quotes are there to keep a text from being read as something else, and only then
    return parsed;
  }
  if (JSON.stringify(parsed) !== value) throw new SyntaxError("not canonical");
  return parsed;
}

export const parseSearch = parseSearchWith(readCanonical);
export const stringifySearch = stringifySearchWith(JSON.stringify, readCanonical);
