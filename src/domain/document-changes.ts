/** Changes of single properties of a document (src/protocol/documents.ts): they merge one by one, the last one counts. */
import type { PropertyChange } from "../protocol/documents.ts";

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSamePath = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((name, k) => name === b[k]);

/** The content with these changes in their order; null when one leads through something that has no members. */
export function withChanges(content: unknown, changes: readonly PropertyChange[]): Members | null {
  let changed = content;
  for (const { path, value } of changes) {
    changed = withProperty(changed, path, value);
    if (changed === null) return null;
  }
  return isMembers(changed) ? changed : null;
}

/** A copy in which the property has the value, or is not there (undefined). What is not touched is not copied. */
function withProperty(content: unknown, [name, ...rest]: readonly string[], value: unknown): Members | null {
  if (!isMembers(content)) return null;
  const known = Object.hasOwn(content, name) ? content[name] : undefined;
  // Whoever takes away what is not there changes nothing.
  if (value === undefined && known === undefined) return content;
  const member = rest.length === 0 ? value : withProperty(known ?? {}, rest, value);
  if (member === null && rest.length > 0) return null;
  // Entries, not assignment: a member named __proto__ is a member like any other.
  const entries = Object.entries(content);
  if (member === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name));
  // In its place: a change to what is there already leaves the same text.
  const isKnown = entries.some(([key]) => key === name);
  return Object.fromEntries(
    isKnown ? entries.map(([key, value]) => [key, key === name ? member : value]) : [...entries, [name, member]],
  );
}

/** Whether a path is one of these; "*" stands for any name. */
export const isProperty = (properties: readonly (readonly string[])[], path: readonly string[]): boolean =>
  properties.some((one) => one.length === path.length && one.every((name, k) => name === "*" || name === path[k]));

/** These changes and one more; an earlier one of the same property is replaced. */
export const withChange = (changes: readonly PropertyChange[], change: PropertyChange): PropertyChange[] => [
  ...changes.filter(({ path }) => !isSamePath(path, change.path)),
  change,
];

/** What is left of changes once others were saved: those of other properties, and those made anew meanwhile. */
export const withoutSaved = (changes: readonly PropertyChange[], saved: readonly PropertyChange[]): PropertyChange[] =>
  changes.filter(
    (change) =>
      !saved.some(
        (one) => isSamePath(one.path, change.path) && JSON.stringify(one.value) === JSON.stringify(change.value),
      ),
  );
