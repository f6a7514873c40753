/** The query string of a GET variant as the body its POST would have (spec 000 section 7). */
import type { TSchema } from "typebox";

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };

/**
 * Values by the types of the body's members; what does not convert stays text, for the validation to refuse. Members
 * the body does not have stay as they are: they are ignored as in a body.
 */
export function readQuery(body: TSchema, query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { properties = {} } = body as Schema;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      Object.hasOwn(properties, name) ? convert(properties[name], value) : value,
    ]),
  );
}

/** A parameter that is given once is a text, one given again a list of texts. */
function convert(schema: Schema, value: unknown): unknown {
  if (schema.type === "array")
    return (Array.isArray(value) ? value : [value]).map((one) => convert(schema.items ?? {}, one));
  if (typeof value !== "string") return value;
  for (const { type } of schema.anyOf ?? [schema]) {
    if ((type === "integer" || type === "number") && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
    if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
    if (type === "null" && value === "null") return null;
  }
  return value;
}
