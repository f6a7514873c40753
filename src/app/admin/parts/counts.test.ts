import { expect, it } from "vitest";
import { projectColumns } from "../projects/columns.ts";
import { siteColumns } from "../sites/columns.ts";

it("writes counts as every other table does, in groups of three digits", () => {
  const counted = { user_count: 1203, patient_count: 5000 };
  const texts = (columns: readonly { id: string; text?: (row: never) => string }[]) =>
    columns.filter(({ id }) => id in counted).map(({ text }) => text?.(counted as never));
  expect([texts(siteColumns), texts(projectColumns)]).toEqual([
    ["1,203", "5,000"],
    ["1,203", "5,000"],
  ]);
});
