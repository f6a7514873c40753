import Type from "typebox";
import { expect, it } from "vitest";
import { withoutNulls } from "./optional-nulls.ts";

const Row = Type.Object({ name: Type.String(), alias: Type.Optional(Type.String()) });
const schema = Type.Object({
  id: Type.Integer(),
  size: Type.Optional(Type.Integer()),
  told: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  any: Type.Optional(Type.Unknown()),
  key: Type.Optional(Type.Unsafe<string | null>({ type: ["string", "null"] })),
  rows: Type.Optional(Type.Array(Row)),
  one: Type.Optional(Type.Union([Type.Null(), Row])),
  act: Type.Optional(Type.Literal("x")),
});

it("leaves out what is null and need not be there, at every depth", () => {
  const rows = [{ name: "a", alias: null }, { name: "b" }, null];
  expect(withoutNulls(schema, { id: 1, size: null, act: null, rows, one: { name: "c", alias: null } })).toEqual({
    id: 1,
    rows: [{ name: "a" }, { name: "b" }, null],
    one: { name: "c" },
  });
});

it("keeps null where it is asked for, may be, is of no member, or is missing", () => {
  for (const value of [
    { id: null },
    { id: 1, told: null, any: null, key: null, one: null },
    { id: 1, rows: [{ name: null }] },
    { id: 1, other: null },
    { __proto__: null, id: 1 },
    null,
    "x",
    [null],
  ])
    expect(withoutNulls(schema, value)).toBe(value);
});

it("looks at what the schema knows and at nothing else, however much there is of it", () => {
  const schema = Type.Object({
    name: Type.Optional(Type.String()),
    list: Type.Array(Type.Object({}), { maxItems: 2 }),
  });
  const counted = <T extends object>(value: T): T =>
    new Proxy(value, {
      ownKeys() {
        throw new Error("All members are asked for.");
      },
    });
  for (const value of [counted({ name: "a", more: null }), counted(Buffer.from("bytes"))])
    expect(withoutNulls(schema, value)).toBe(value);
  const long = { list: Array.from({ length: 3 }, () => counted({})) };
  expect(withoutNulls(schema, long)).toBe(long);
});
