/**
 * What a search of annotations means: words in any order, each in title, description or tags; "two words" as they stand; tag:, by:, channel:, kind:, in: (the
 * window) and text: for one place alone; after: and before: for times; a minus before any of it for what is not to be there.
 */
import type { AnnotationTable } from "./annotation-table.ts";

/** Part of a search. `value` in small letters. */
interface Term {
  readonly field: Field | null;
  readonly value: string;
  readonly isNot: boolean;
}

const fields = ["tag", "by", "channel", "kind", "in", "text", "after", "before"] as const;
type Field = (typeof fields)[number];

const small = (text: string) => text.toLocaleLowerCase("en-US");

/** Terms of a search, in the order they were typed. A name that is none of the fields belongs to a word like any other. */
function termsOf(typed: string): Term[] {
  return [...typed.matchAll(/(-?)(?:([A-Za-z]+):)?(?:"([^"]*)"?|(\S+))/g)].flatMap(([, minus, name, quoted, word]) => {
    const field = fields.find((each) => each === name?.toLowerCase()) ?? null;
    // A field without a value is still being typed.
    if (name === undefined && fields.some((each) => `${each}:` === word?.toLowerCase())) return [];
    const text = quoted ?? word;
    const value = small(field === null && name !== undefined ? `${name}:${text}` : text);
    // Or a minus alone.
    return value === "" || (value === "-" && minus === "") ? [] : [{ field, value, isNot: minus !== "" }];
  });
}

/** Whether a row is what was searched for; `problem` says which part of the search could not be understood. */
export interface AnnotationSearch {
  readonly matches: (row: number) => boolean;
  /** Parts that mean nothing here: a time that is none. They are left out of the search. */
  readonly ignored: readonly string[];
}

/**
 * Reads a search for a table as it is now. Each text, person and look is asked once, so a million rows cost some milliseconds.
 * `timeOf` reads a time as the field "Go to" does, epoch ms; null: it is none.
 */
export function searchOf(
  typed: string,
  table: AnnotationTable,
  timeOf: (typed: string) => number | null,
): AnnotationSearch {
  const ignored: string[] = [];
  const tests = termsOf(typed).flatMap((term) => {
    const test = testOf(term, table, timeOf);
    if (test === null) {
      ignored.push(`${term.field}:${term.value}`);
      return [];
    }
    return [term.isNot ? (row: number) => !test(row) : test];
  });
  return { matches: (row) => tests.every((test) => test(row)), ignored };
}

/** What holds for each of a list of values, told by their number. */
const flagsOf = <T>(list: readonly T[], holds: (value: T) => boolean): Uint8Array =>
  Uint8Array.from(list, (value) => (holds(value) ? 1 : 0));

function testOf(
  { field, value }: Term,
  table: AnnotationTable,
  timeOf: (typed: string) => number | null,
): ((row: number) => boolean) | null {
  const has = (text: string) => small(text).includes(value);
  const styled = (holds: (style: AnnotationTable["styles"]["list"][number]) => boolean) => {
    const flags = flagsOf(table.styles.list, holds);
    return (row: number) => flags[table.style[row]] === 1;
  };
  switch (field) {
    case "tag":
      return styled(({ tags }) => tags.some((tag) => small(tag) === value));
    case "channel":
      return styled(({ modalities }) => modalities.some((label) => small(label) === value));
    case "kind":
      return styled(({ kind }) => kind === value);
    case "in":
      return styled(({ annotation_type }) => has(annotation_type));
    case "by": {
      const flags = flagsOf(table.people.list, ({ full_name, email }) => has(full_name) || has(email));
      return (row) => table.person[row] > 0 && flags[table.person[row] - 1] === 1;
    }
    case "after":
    case "before": {
      const timeMs = timeOf(value);
      if (timeMs === null) return null;
      return field === "after" ? (row) => table.ends[row] >= timeMs : (row) => table.starts[row] <= timeMs;
    }
    default: {
      const titles = flagsOf(table.titles.list, has);
      const descriptions = flagsOf(table.descriptions.list, has);
      const isTexted = (row: number) => titles[table.title[row]] === 1 || descriptions[table.descriptionAt(row)] === 1;
      if (field === "text") return isTexted;
      const isTagged = styled(({ tags }) => tags.some(has));
      return (row) => isTexted(row) || isTagged(row);
    }
  }
}
