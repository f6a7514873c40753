import { expect, it } from "vitest";
import { searchOf } from "./annotation-search.ts";
import { AnnotationTable } from "./annotation-table.ts";

const person = { user_id: 1, email: "ada@hospital.org", full_name: "Ada Byron" };
const other = { user_id: 2, email: "x@y.z", full_name: "Kim Lee" };

function table() {
  const made = new AnnotationTable();
  const add = (ref: number, title: string, more: object = {}, by: typeof person | null = person) =>
    made.write({
      ...{ ref, groupId: 1, revision: 1, madeAt: 0, isLoaded: true, person: by },
      content: {
        ...{ start_time: ref * 1000, end_time: ref * 1000 + 500, annotation_text: title, annotation_description: "" },
        ...{ annotation_type: "EEG Montage", modalities: [], color: "#FF0000", opacity: 0.2, tags: [], kind: "note" },
        ...more,
      },
    });
  add(1, "Spike left", { tags: ["spike", "left"], modalities: ["F7"] });
  add(
    2,
    "Seizure",
    { annotation_description: "spreads to the left side", tags: ["seizure"], modalities: ["EEG T3-Ref"] },
    other,
  );
  add(3, "Chewing", { kind: "artifact", annotation_type: "SD Detection" }, null);
  add(4, "ratio 3:1", { tags: ["leftover"] });
  return made;
}

const found = (typed: string) => {
  const rows = table();
  const { matches, among } = searchOf(typed, rows, (text) => (/^\d+$/.test(text) ? Number(text) * 1000 : null));
  const refs = [...rows.inOrder()].filter(matches).map((row) => rows.refOf(row));
  expect([...among(rows.inOrder())].map((row) => rows.refOf(row))).toEqual(refs);
  return refs;
};

it.each([
  ["", [1, 2, 3, 4]],
  ["LEFT", [1, 2, 4]],
  ["left spike", [1]],
  ['"left side"', [2]],
  ["text:left", [1, 2]],
  ["tag:left", [1]],
  ["tag:LEFT", [1]],
  ["-tag:spike", [2, 3, 4]],
  ["by:ada", [1, 4]],
  ["by:x@y", [2]],
  ["-by:ada", [2, 3]],
  ["channel:f7", [1]],
  // Whatever the file calls an electrode.
  ["channel:t7", [2]],
  ['channel:"EEG F7"', [1]],
  ["kind:artifact", [3]],
  ["in:sd", [3]],
  ["after:3", [3, 4]],
  ["before:2", [1, 2]],
  ["after:2 before:3", [2, 3]],
  ["3:1", [4]],
  ["ratio:x", []],
  ["tag:", [1, 2, 3, 4]],
  ['"unclosed', []],
  ["left -seizure -tag:leftover", [1]],
] as const)("finds by %j", (typed, refs) => {
  expect(found(typed)).toEqual(refs);
});

it.each([
  ["after:1:50 PM", ["1:50 pm"]],
  ["after:01:50:30pm left", ["01:50:30pm"]],
  ["-before:01/14/2026 1:50 PM after:13:50", ["01/14/2026 1:50 pm", "13:50"]],
  ["after:2026-01-14 13:50:30.5", ["2026-01-14 13:50:30.5"]],
  ["after:13:50 pma", ["13:50"]],
  ["after:13:50 3:1", ["13:50"]],
  ['after:"1:50 PM" before:x', ["1:50 pm", "x"]],
] as const)("reads the times of %j as they are written", (typed, times) => {
  const asked: string[] = [];
  searchOf(typed, table(), (text) => {
    asked.push(text);
    return 0;
  });
  expect(asked).toEqual(times);
});

it("leaves out a time that is none, and says so", () => {
  const search = searchOf("left after:soon", table(), () => null);
  expect(search.ignored).toEqual(["after:soon"]);
});

it("holds also for what is written after it was read, as far as its texts were there", () => {
  const rows = table();
  const { matches } = searchOf("-tag:spike", rows, () => null);
  const content = { ...rows.at(0), tags: ["spike", "left"] };
  // More than fit beside those of before.
  for (let ref = 5; ref < 200; ref++)
    rows.write({ ref, groupId: 1, revision: 1, madeAt: 0, isLoaded: true, person, content });
  expect([...rows.inOrder()].filter(matches).map((row) => rows.refOf(row))).toEqual([2, 3, 4]);
});
