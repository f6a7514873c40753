import { expect, it } from "vitest";
import type { SelectedRow } from "../state.ts";
import { notesOf } from "./notes.ts";

it("says each sentence once, with the names it is about", () => {
  const rows = ["a", "b"].map((chosenName) => ({ chosenName }) as SelectedRow);
  const texts: Record<string, string[]> = { a: ["Both.", "One."], b: ["Both."] };
  expect(notesOf(rows, ({ chosenName }) => texts[chosenName])).toEqual([
    { text: "Both.", names: ["a", "b"] },
    { text: "One.", names: ["a"] },
  ]);
});
