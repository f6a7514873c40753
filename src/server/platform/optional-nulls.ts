/** What clients send for members that they leave out: many write null. */
import type { TSchema } from "typebox";

type Schema = {
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  maxItems?: number;
  anyOf?: readonly Schema[];
  const?: unknown;
};

/** The value without members that are null, need not be there, and may not be null; the value itself where there are none. */
export const withoutNulls = (schema: TSchema, value: unknown): unknown => bare(schema as Schema, value);

function bare(schema: Schema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const { items, maxItems = value.length } = choose(schema, "array");
    if (items === undefined || value.length > maxItems) return value; // refused anyway, and nobody waits for it
    const members = value.map((one) => bare(items, one));
    return members.some((one, k) => one !== value[k]) ? members : value;
  }
  const { properties, required = [] } = choose(schema, "object");
  if (properties === undefined) return value;
  // By what the schema knows: a value may have a million members more, as bytes have.
  let changed: Record<string, unknown> | null = null;
  for (const [name, known] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const member = (value as Record<string, unknown>)[name];
    const isLeftOut = member === null && !required.includes(name) && !takesNull(known);
    const one = bare(known, member);
    if (!isLeftOut && one === member) continue;
    changed ??= { ...value };
    if (isLeftOut) delete changed[name];
    else changed[name] = one;
  }
  return changed ?? value;
}

/** Of several schemas the first of the type. */
const choose = (schema: Schema, type: string): Schema => schema.anyOf?.find((one) => one.type === type) ?? schema;

const takesNull = ({ type, anyOf, const: only }: Schema): boolean => {
  if (anyOf !== undefined) return anyOf.some(takesNull);
  if (type === undefined) return only === undefined;
  return Array.isArray(type) ? type.includes("null") : type === "null";
};
