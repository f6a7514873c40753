/** Every kind of the catalogue, and a made one of three versions: contents go up and down without loss. */
import Type from "typebox";
import { expect, it } from "vitest";
import { catalogueOf, type DocumentKind, documentKinds } from "./kinds.ts";
import { inVersion } from "./migrate.ts";

/** Its name became a title, then got a colour. */
const made: DocumentKind = {
  kind: "made",
  schema: Type.Object({ title: Type.String(), colour: Type.String() }, { additionalProperties: false }),
  migrations: [
    { up: ({ name, ...rest }) => ({ ...rest, title: name }), down: ({ title, ...rest }) => ({ ...rest, name: title }) },
    { up: (content) => ({ ...content, colour: "black" }), down: ({ colour: _, ...rest }) => rest },
  ],
  examples: [{ name: "a" }, { title: "a" }, { title: "a", colour: "black" }],
  scopes: ["Personal", "Shared"],
  needs: "session",
  own: null,
  properties: [["colour"]],
  limits: { bytes: 1000, perPerson: 3, shared: 5, name: 50 },
};

for (const kind of [...documentKinds.values(), ...catalogueOf([made]).values()])
  it(`moves ${kind.kind} between all its versions, up and down`, () => {
    for (const [k, from] of kind.examples.entries())
      for (const [n, to] of kind.examples.entries()) expect(inVersion(kind, from, k + 1, n + 1)).toEqual(to);
    expect(kind.isContent(kind.examples.at(-1))).toBe(true);
    const { bytes } = kind.limits;
    expect(JSON.stringify(kind.examples.at(-1)).length).toBeLessThan(bytes);
  });

it("knows no way to a version it does not know", () => {
  for (const [from, to] of [
    [1, 4],
    [4, 1],
    [0, 1],
    [1.5, 2],
  ])
    expect(() => inVersion(made, {}, from, to)).toThrow("is not known");
});

it("takes no kind that contradicts itself", () => {
  expect(() => catalogueOf([{ ...made, examples: [] }])).toThrow("one example for each version");
  expect(() => catalogueOf([{ ...made, own: { colour: 1 } }])).toThrow("begins as it must not be");
});

it("takes settings as they must be and nothing else", () => {
  const { isContent, own } = documentKinds.get("personal_settings") as never as ReturnType<
    typeof catalogueOf
  > extends ReadonlyMap<string, infer Kind>
    ? Kind
    : never;
  expect(isContent(own)).toBe(true);
  for (const fine of [
    { theme: "light" },
    { clock: 12 },
    { tables: { uploads: { columns: { _timestamp: false } } } },
    { tables: { uploads: {} } },
  ])
    expect([fine, isContent(fine)]).toEqual([fine, true]);
  for (const wrong of [
    { theme: "pink" },
    { theme: null },
    { clock: "24" },
    { more: 1 },
    { tables: { uploads: { columns: { _timestamp: 1 } } } },
    { tables: { uploads: { widths: {} } } },
    { tables: { "<b>": {} } },
    JSON.parse('{"tables":{"__proto__":{}}}'),
    { tables: Object.fromEntries(Array.from({ length: 101 }, (_, k) => [`t${k}`, {}])) },
    [],
    null,
    "dark",
  ])
    expect([wrong, isContent(wrong)]).toEqual([wrong, false]);
});
