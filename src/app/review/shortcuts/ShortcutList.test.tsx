// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { configsOf, firstShortcuts } from "../../../domain/shortcuts/configs.ts";
import { newTemplate } from "../../../protocol/shortcuts.ts";
import { all, type Drawn, draw } from "../../../ui/test-render.tsx";
import { CustomRow, GeneralList } from "./ShortcutList.tsx";
import { formsOf, isCustom, isSameList, newCustom, withConfig, withTriggers } from "./shortcut-draft.ts";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});
const data = newTemplate("Seizure", "#FF0000", 0.2);
const configs = configsOf({ ...firstShortcuts, custom: [{ id: "custom_1", triggers: ["1", null], data }] });
const dimmed = () => [...document.querySelectorAll("[data-dimmed]")].map((row) => row.querySelector("[aria-disabled]"));

it("dims what mentions annotation without the permission, and nothing else", async () => {
  drawn = await draw(<GeneralList configs={configs} mayAnnotate={false} onChange={() => {}} />);
  expect(dimmed().map((title) => title?.textContent)).toEqual(["Cancel annotation"]);
  const chips = all("button", /^(Primary|Secondary) key of/) as HTMLButtonElement[];
  expect(chips.filter(({ disabled }) => disabled).map((chip) => chip.getAttribute("aria-label"))).toEqual([
    "Primary key of Cancel annotation: Esc",
    "Secondary key of Cancel annotation: No key",
  ]);
  await drawn.redraw(<GeneralList configs={configs} mayAnnotate onChange={() => {}} />);
  expect(dimmed()).toEqual([]);
  expect([...document.querySelectorAll("h3")].map(({ textContent }) => textContent)).toEqual([
    "Navigation",
    "Basic",
    "Tools",
  ]);
});

it("dims custom annotations without the permission", async () => {
  const config = configs.find(isCustom);
  if (config === undefined) throw new Error("none");
  const nothing = () => {};
  drawn = await draw(
    <CustomRow
      config={config}
      configs={configs}
      isSelected={false}
      isDimmed
      onSelect={nothing}
      onEdit={nothing}
      onChange={nothing}
    />,
  );
  expect(dimmed()).toHaveLength(1);
  expect((all("button", "Edit Seizure")[0] as HTMLButtonElement).disabled).toBe(true);
});

it("edits a copy: a new one at the end, ids that are temporary, what is fixed is not sent", () => {
  const made = newCustom(configs);
  expect([made.id, made.data.annotation_text, made.triggers]).toEqual(["TEMP1", "New annotation", [null, null]]);
  const withNew = withConfig(configs, { ...made, triggers: ["2", null] });
  expect(isSameList(withNew, configs)).toBe(false);
  expect(
    isSameList(withTriggers(withTriggers(configs, "fit_rows", ["x", null]), "fit_rows", ["f", null]), configs),
  ).toBe(true);
  expect(newCustom(withNew).id).toBe("TEMP2");
  const forms = formsOf(withNew, configs);
  expect(forms.some(({ id }) => id === "next_half_page")).toBe(false);
  expect(forms.slice(-2).map(({ id }) => id)).toEqual(["custom_1", "TEMP1"]);
  // Deleted in another tab, and kept here: made anew.
  expect(formsOf(configs, configsOf(firstShortcuts)).at(-1)?.id).toBe("TEMP_custom_1");
});
