import { expect, it } from "vitest";
import { factLines } from "./fact-lines.ts";

const facts = { definition: "a rule", parameters: "500 uV", source: "EEG (night)", left: "0 % masked, 3 % missing" };

it("says five things of an analysis, each by its name, and what is not known as that", () => {
  expect(factLines({ ...facts, core: "1f2e3d" })).toEqual([
    ["Definition", "a rule"],
    ["Parameters", "500 uV"],
    ["Source", "EEG (night)"],
    ["Masked and missing", "0 % masked, 3 % missing"],
    ["Computed by", "signal core 1f2e3d"],
  ]);
  expect(factLines({ ...facts, core: null }).at(-1)).toEqual(["Computed by", "nothing yet"]);
});
