import fc from "fast-check";
import { expect, it } from "vitest";
import { isProperty, withChange, withChanges, withoutSaved } from "./document-changes.ts";

it("changes one property and copies only the way to it", () => {
  const content = { theme: "dark", tables: { users: { columns: { email: false } }, roles: {} } };
  const changed = withChanges(content, [{ path: ["tables", "users", "columns", "name"], value: true }]);
  expect(changed).toEqual({
    theme: "dark",
    tables: { users: { columns: { email: false, name: true } }, roles: {} },
  });
  expect(content.tables.users.columns).toEqual({ email: false });
  expect((changed?.tables as typeof content.tables).roles).toBe(content.tables.roles);
});

it("makes what is missing on the way, takes away without a value, and refuses to go through a value", () => {
  expect(withChanges({}, [{ path: ["a", "b"], value: 0 }])).toEqual({ a: { b: 0 } });
  expect(withChanges({ a: { b: 0, c: 1 } }, [{ path: ["a", "b"] }])).toEqual({ a: { c: 1 } });
  expect(withChanges({}, [{ path: ["a", "b"] }])).toEqual({});
  expect(withChanges({ a: "text" }, [{ path: ["a", "b"], value: 1 }])).toBeNull();
  expect(withChanges({ a: [1] }, [{ path: ["a", "0"], value: 2 }])).toBeNull();
  expect(withChanges("text", [{ path: ["a"], value: 2 }])).toBeNull();
  expect(withChanges({}, [{ path: ["a"], value: null }])).toEqual({ a: null });
});

it("knows no names with a meaning of their own", () => {
  const changed = withChanges({}, [
    { path: ["__proto__", "polluted"], value: true },
    { path: ["constructor", "prototype"], value: 1 },
  ]);
  expect(Object.hasOwn(changed ?? {}, "__proto__")).toBe(true);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect({}.constructor).toBe(Object);
});

it("knows which properties may be changed by themselves", () => {
  const properties = [["theme"], ["tables", "*", "columns", "*"]];
  expect(isProperty(properties, ["theme"])).toBe(true);
  expect(isProperty(properties, ["tables", "users", "columns", "email"])).toBe(true);
  expect(isProperty(properties, ["tables", "users"])).toBe(false);
  expect(isProperty(properties, ["*"])).toBe(false);
});

it("merges changes of different properties in any order, and takes the last of the same one", () => {
  const change = fc.record({
    path: fc.array(fc.constantFrom("a", "b"), { minLength: 2, maxLength: 2 }),
    value: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const kept = changes.reduce<ReturnType<typeof withChange>>(withChange, []);
      expect(withChanges({}, kept)).toEqual(withChanges({}, changes));
      expect(withChanges({}, [...kept].reverse())).toEqual(withChanges({}, changes));
    }),
  );
});

it("forgets what was saved, and keeps what was chosen anew meanwhile", () => {
  const sent = [
    { path: ["theme"], value: "dark" },
    { path: ["clock"], value: 24 },
  ];
  const pending = withChange(sent, { path: ["theme"], value: "light" });
  expect(withoutSaved(pending, sent)).toEqual([{ path: ["theme"], value: "light" }]);
  expect(withoutSaved(sent, sent)).toEqual([]);
});
