/** Rules of spec 001 sections 2.4 to 2.7, 4, 5 and 8 about displays and their groups. */
import { expect, it } from "vitest";
import type { DisplayForm } from "../protocol/displays.ts";
import { displaysText } from "../protocol/text/displays-text.ts";
import {
  brokenDisplays,
  copyName,
  displayNameRules,
  groupNameRules,
  layoutType,
  withCopy,
  withDisplay,
  withName,
  withOrder,
  withoutDisplay,
  withTemplate,
} from "./displays.ts";
import { firstFailure } from "./people/rules.ts";

const { refused } = displaysText;
const display = (id: number, name = `D${id}`): DisplayForm => ({
  id,
  name,
  cssGridTemplate: '"a b"',
  areas: [
    { area: "a", componentId: "eeg_montage", version: 1, props: { LFF: null } },
    { area: "b", componentId: "of_a_later_version", version: 9, props: { any: ["thing"] } },
  ],
});
const ids = (layouts: readonly DisplayForm[]) => layouts.map(({ id }) => id);
const edited = (answer: ReturnType<typeof withDisplay>): readonly DisplayForm[] => {
  if ("refused" in answer) throw new Error(answer.refused);
  return answer.layouts;
};

it("says where a group is kept in the words of the calls", () => {
  expect(layoutType("Personal", "DEMO")).toBe("personal");
  expect(layoutType("Shared", " Neuro ICU ")).toBe("neuro icu");
  expect(layoutType("Shared", "Personal")).toBe("shared");
});

it("takes names of groups to 50 and of displays to 25 characters, on one line (section 5)", () => {
  for (const [rules, most] of [
    [groupNameRules, 50],
    [displayNameRules, 25],
  ] as const) {
    for (const fine of ["a", " a ", "x".repeat(most), "é".repeat(most), "😀".repeat(most), ` ${"x".repeat(most)} `])
      expect([fine, firstFailure(rules, fine)]).toEqual([fine, undefined]);
    for (const wrong of ["", "  ", "x".repeat(most + 1), "two\nlines", "a\u0000b", "\ud800", "a\u2028b"])
      expect(firstFailure(rules, wrong)).toContain(`1 to ${most} characters`);
  }
});

it("takes templates that are not empty and of equal rows, with one window for each area", () => {
  const with_ = (cssGridTemplate: string, letters = "ab") => {
    const areas = [...letters].map((area) => ({ area }));
    return brokenDisplays([{ name: "A", cssGridTemplate, areas }])?.message;
  };
  expect(with_('"a b"')).toBeUndefined();
  expect(with_('"a a" 20% "b b" 80% / 30% 70%')).toBeUndefined();
  expect(with_('"a a b" "d e b" "d c c"', "abcde")).toBeUndefined(); // a pinwheel
  for (const wrong of ["", " ", '""', '"a b" "a"', '"a b', "a b", '"a b" / 1px 2px', '"a 1"'])
    expect([wrong, with_(wrong)]).toEqual([wrong, refused.gridTemplate]);
  for (const [template, letters] of [
    ['"a b" "b a"', "ab"],
    ['"a b"', "a"],
    ['"a b"', "abc"],
    ['"a b"', "aa"],
    ['"a b"', "ac"],
  ])
    expect([template, with_(template, letters)]).toEqual([template, refused.gridAreas]);
  const letters = "abcdefghijklmnopq";
  expect(with_(`"${[...letters].join(" ")}"`, letters)).toBe(refused.tooManyAreas);
  expect(with_(`"a b"${" ".repeat(1000)}`)).toBe(refused.gridTemplate);
});

it("refuses an eleventh display in the specified words (section 5)", () => {
  const ten = Array.from({ length: 10 }, (_, k) => display(k + 1));
  expect(brokenDisplays(ten)).toBeNull();
  expect(brokenDisplays([...ten, display(11)])).toEqual({
    message: "Refused: Cannot have more than 10 layout groups.",
    about: "count",
  });
  const more = { refused: "Refused: Cannot have more than 10 layout groups." };
  expect(withDisplay(ten, display(11))).toEqual(more);
  expect(withCopy(ten, 1, "")).toEqual(more);
  expect(edited(withDisplay(ten.slice(1), display(11)))).toHaveLength(10);
  expect(withDisplay([], display(1, ""))).toEqual({ refused: refused.displayName });
});

it("copies a display beside it, and says that a missing one is not found (section 8)", () => {
  const two = [display(1), display(2)];
  const copied = edited(withCopy(two, 1, " Night "));
  expect(copied.map(({ name }) => name)).toEqual(["D1", "Night", "D2"]);
  expect(copied[1]).toEqual({ ...display(1), name: "Night", id: undefined });
  expect(edited(withCopy(two, 2, "  "))[2].name).toBe("D2 (copy)");
  const { id: _, ...seen } = { ...display(9), areas: display(9).areas.map((each) => ({ ...each, props: { LFF: 3 } })) };
  expect(edited(withCopy(two, 1, "", seen))[1]).toEqual({ ...seen, name: "D1 (copy)" });
  expect(withCopy(two, 3, "x")).toEqual({ refused: "Layout not found: 3" });
  expect(withCopy(two, 1, "x".repeat(26))).toEqual({ refused: refused.displayName });
  expect(copyName("x".repeat(25), 25)).toBe(`${"x".repeat(18)} (copy)`);
  expect(copyName("Nights and days", 50)).toBe("Nights and days (copy)");
});

it("renames; a blank or unchanged name does nothing (section 5)", () => {
  const two = [display(1), display(2)];
  expect(edited(withName(two, 2, " Night "))).toEqual([display(1), display(2, "Night")]);
  for (const same of ["", " ", "D2"]) expect(edited(withName(two, 2, same))).toBe(two);
  expect(edited(withName(two, 3, "Night"))).toBe(two);
  expect(withName(two, 2, "x".repeat(26))).toEqual({ refused: refused.displayName });
});

it("moves and takes away displays", () => {
  const three = [display(1), display(2), display(3)];
  expect(ids(withOrder(three, 1, 2))).toEqual([2, 3, 1]);
  expect(ids(withOrder(three, 3, 0))).toEqual([3, 1, 2]);
  expect(withOrder(three, 4, 0)).toBe(three);
  expect(ids(withoutDisplay(three, 2))).toEqual([1, 3]);
  expect(ids(three)).toEqual([1, 2, 3]);
});

it("keeps windows in their areas under another layout; new areas are empty (section 4)", () => {
  const { areas, cssGridTemplate } = withTemplate(display(1), '"b c"');
  expect(cssGridTemplate).toBe('"b c"');
  expect(areas).toEqual([display(1).areas[1], { area: "c", componentId: "placeholder", version: 1, props: {} }]);
});
