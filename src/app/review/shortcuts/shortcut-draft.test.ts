import { expect, it } from "vitest";
import { configsOf, firstShortcuts, withConfigs } from "../../../domain/shortcuts/configs.ts";
import { formsOf, isAsSaved, newCustom, withConfig, withTriggers } from "./shortcut-draft.ts";

it("knows a list that was saved, though its answer was lost: new ids are the only difference", () => {
  const first = configsOf(firstShortcuts);
  const draft = withTriggers(withConfig(first, { ...newCustom(first), triggers: ["s", null] }), "fit_rows", [
    "x",
    null,
  ]);
  const forms = formsOf(draft, first);
  expect(isAsSaved(forms, first)).toBe(false);
  const made = withConfigs(firstShortcuts, forms);
  if ("problem" in made) throw new Error(made.problem.sentence);
  const saved = configsOf(made);
  expect(saved.at(-1)?.id).toBe("custom_1");
  expect(isAsSaved(forms, saved)).toBe(true);
  for (const other of [
    withTriggers(saved, "custom_1", ["t", null]),
    withTriggers(saved, "fit_rows", ["f", null]),
    saved.slice(0, -1),
  ])
    expect(isAsSaved(forms, other)).toBe(false);
});
