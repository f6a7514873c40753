/**
 * What a search of annotations means: words in any order, each in title, description or tags; "two words" as they stand; tag:, by:, channel:, kind:, in: (the
 * window) and text: for one place alone; after: and before: for times; a minus before any of it for what is not to be there.
 */
import type { AnnotationTable } from "./annotation-table.ts";
import { channelKey } from "./channel-name.ts";

/** Part of a search. `value` in small letters. */
interface Term {
  readonly field: Field | null;
  readonly value: string;
  readonly isNot: boolean;
}

const fields = ["tag", "by", "channel", "kind", "in", "text", "after", "before"] as const;
type Field = (typeof fields)[number];

const small = (text: string) => text.toLocaleLowerCase("en-US");

/** A minus, the name of a field, and a phrase, a time with its blanks ("1:50 PM", "01/14/2026 1:50 PM"), or a word. */
const part =
  /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|((?<=\b(?:after|before):)(?:\d+[-/]\d+[-/]\d+\s+)?\d[\d:.]*(?:\s*[ap]m)?(?!\S)|\S+))/gi;

/** Terms of a search, in the order they were typed. A name that is none of the fields belongs to a word like any other. */
function termsOf(typed: string): Term[] {
  return [...typed.matchAll(part)].flatMap(([, minus, name, quoted, word]) => {
    const field = fields.find((each) => each === name?.toLowerCase()) ?? null;
    // A field without a value is still being typed.
    if (name === undefined && fields.some((each) => `${each}:` === word?.toLowerCase())) return [];
    const text = quoted ?? word;
    const value = small(field === null && name !== undefined ? `${name}:${text}` : text);
    // Or a minus alone.
    return value === "" || (value === "-" && minus === "") ? [] : [{ field, value, isNot: minus !== "" }];
  });
}

/** What of a table a search leaves; `ignored` says which parts of it could not be understood. */
export interface AnnotationSearch {
  readonly matches: (row: number) => boolean;
  /** Those of these rows that match, in their order: in a fraction of the time that asking each takes. */
  readonly among: (rows: Uint32Array) => Uint32Array;
  /** Parts that mean nothing here: a time that is none. They are left out of the search. */
  readonly ignored: readonly string[];
}

/** A column of numbers, as it lies now, and what holds for each of them. */
interface Flagged {
  readonly numbers: () => Uint32Array;
  /** 1 where it holds. */
  readonly flags: Uint8Array;
}

/** What one part of a search asks: one of several columns, or a time. */
type Test =
  | { readonly any: readonly Flagged[] }
  | { readonly times: () => Float64Array; readonly isFrom: boolean; readonly timeMs: number };
type Tested = Test & { readonly isNot: boolean };

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
  const tests = termsOf(typed).flatMap((term): Tested[] => {
    const test = testOf(term, table, timeOf);
    if (test === null) {
      ignored.push(`${term.field}:${term.value}`);
      return [];
    }
    return [{ ...test, isNot: term.isNot }];
  });
  return {
    matches: (row) => tests.every((test) => holds(test, row) !== test.isNot),
    among(rows) {
      let left = rows;
      for (const test of tests) left = passing(test, left);
      return left;
    },
    ignored,
  };
}

function holds(test: Test, row: number): boolean {
  if ("any" in test) return test.any.some(({ numbers, flags }) => flags[numbers()[row]] === 1);
  return test.isFrom ? test.times()[row] >= test.timeMs : test.times()[row] <= test.timeMs;
}

/** The rows that pass a test. Column by column and without branches: a branch that is guessed wrong costs more than all else of a row. */
function passing(test: Tested, rows: Uint32Array): Uint32Array {
  const hits = new Uint8Array(rows.length);
  if ("any" in test) for (const { numbers, flags } of test.any) markFlagged(hits, rows, numbers(), flags);
  else markTimes(hits, rows, test.times(), test);
  const wanted = test.isNot ? 0 : 1;
  const passed = new Uint32Array(rows.length);
  let count = 0;
  for (let k = 0; k < rows.length; k++) {
    passed[count] = rows[k];
    count += hits[k] === wanted ? 1 : 0;
  }
  return passed.subarray(0, count);
}

function markFlagged(hits: Uint8Array, rows: Uint32Array, numbers: Uint32Array, flags: Uint8Array): void {
  if (!flags.includes(1)) return;
  for (let k = 0; k < rows.length; k++) hits[k] |= flags[numbers[rows[k]]];
}

function markTimes(
  hits: Uint8Array,
  rows: Uint32Array,
  times: Float64Array,
  { isFrom, timeMs }: { isFrom: boolean; timeMs: number },
): void {
  if (isFrom) for (let k = 0; k < rows.length; k++) hits[k] = times[rows[k]] >= timeMs ? 1 : 0;
  else for (let k = 0; k < rows.length; k++) hits[k] = times[rows[k]] <= timeMs ? 1 : 0;
}

/** What holds for each of a list of values, told by their number. */
const flagsOf = <T>(list: readonly T[], isSo: (value: T) => boolean): Uint8Array =>
  Uint8Array.from(list, (value) => (isSo(value) ? 1 : 0));

function testOf({ field, value }: Term, table: AnnotationTable, timeOf: (typed: string) => number | null): Test | null {
  const has = (text: string) => small(text).includes(value);
  const styled = (isSo: (style: AnnotationTable["styles"]["list"][number]) => boolean): Flagged => ({
    numbers: () => table.style,
    flags: flagsOf(table.styles.list, isSo),
  });
  switch (field) {
    case "tag":
      return { any: [styled(({ tags }) => tags.some((tag) => small(tag) === value))] };
    case "channel": {
      const key = channelKey(value);
      return { any: [styled(({ modalities }) => modalities.some((label) => channelKey(label) === key))] };
    }
    case "kind":
      return { any: [styled(({ kind }) => kind === value)] };
    case "in":
      return { any: [styled(({ annotation_type }) => has(annotation_type))] };
    case "by": {
      // 0 is nobody.
      const people = [null, ...table.people.list];
      const flags = flagsOf(people, (one) => one !== null && (has(one.full_name) || has(one.email)));
      return { any: [{ numbers: () => table.person, flags }] };
    }
    case "after":
    case "before": {
      const timeMs = timeOf(value);
      if (timeMs === null) return null;
      const isFrom = field === "after";
      return { times: () => (isFrom ? table.ends : table.starts), isFrom, timeMs };
    }
    default: {
      const texts = [
        { numbers: () => table.title, flags: flagsOf(table.titles.list, has) },
        { numbers: () => table.description, flags: flagsOf(table.descriptions.list, has) },
      ];
      return { any: field === "text" ? texts : [...texts, styled(({ tags }) => tags.some(has))] };
    }
  }
}
