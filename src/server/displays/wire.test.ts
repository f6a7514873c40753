import { expect, it } from "vitest";
import type { Document } from "../../protocol/documents.ts";
import { groupOf } from "./wire.ts";

const window = { componentId: "placeholder", version: 1, props: {} };

it.each([
  ['"b a" "b c"', "bac"],
  ['"c c" "a b"', "cab"],
  ['"d c" "b a"', "dcba"],
  // What is no grid is told as it is kept.
  ['"b a" "a b"', "abcd"],
])("tells areas by their place in %s", (cssGridTemplate, told) => {
  const areas = Object.fromEntries([...told].toSorted().map((area) => [area, window]));
  const content = { displays: { 1: { name: "Night", cssGridTemplate, areas } }, order: [1], next: 2 };
  const document = { id: 7, name: "Ward", scope: "Personal", content } as unknown as Document;
  expect(
    groupOf(document, "ward")
      .layouts[0].areas.map(({ area }) => area)
      .join(""),
  ).toBe(told);
});
