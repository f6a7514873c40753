import { expect, it } from "vitest";
import { customAction, newTemplate } from "../../protocol/shortcuts.ts";
import { keyLabel, keyWords } from "../../protocol/text/shortcut-text.ts";
import { actionOf, mentionsAnnotation, shortcutActions } from "./actions.ts";
import { configsOf, firstShortcuts, shortcutsProblem, withConfigs } from "./configs.ts";
import { keyProblem, keysLabel, triggersOf } from "./keys.ts";

const configs = configsOf(firstShortcuts);
const problem = (key: string, id = "custom_1") => keyProblem({ key, own: { id }, configs });
const data = newTemplate("Seizure", "#FF0000", 0.2);

it("begins without a problem: no key twice", () => {
  expect(shortcutsProblem(firstShortcuts)).toBeNull();
  const keys = shortcutActions.flatMap(({ triggers }) => triggers.filter((key) => key !== null));
  expect(new Set(keys).size).toBe(keys.length);
});

it.each([
  [" ", "Space key can't be used"],
  ...["F1", "F12", "PageUp", "PageDown", "Home", "End", "Shift", "Control", "Alt", "CapsLock", "Meta", "NumLock"].map(
    (key) => [key, `${key} key can't be used`],
  ),
  ...["ScrollLock", "Insert", "Delete", "Pause", "Tab", "Backspace", "Enter", "Escape", "Dead", "ContextMenu"].map(
    (key) => [key, `${key} key can't be used`],
  ),
  ["ArrowRight", "'ArrowRight' shortcut already in use"],
  ["g", "'g' shortcut already in use"],
])("refuses %s", (key, message) => expect(problem(key)).toBe(message));

it("takes what is free, and what the action has at first", () => {
  for (const key of ["1", "é", "ß", "~", "ж"]) expect(problem(key)).toBeNull();
  expect(problem(" ", "play_pause")).toBeNull();
  expect(problem("Home", "go_to_start")).toBeNull();
});

it("keeps arrows for pages even when these have other keys", () => {
  const made = withConfigs(firstShortcuts, [{ id: "next_page", action: "next_page", triggers: ["n", null] }]);
  if ("problem" in made) throw new Error(made.problem.sentence);
  const own = { id: "custom_1" };
  expect(keyProblem({ key: "ArrowRight", own, configs: configsOf(made) })).toBe("'ArrowRight' shortcut already in use");
  expect(keyProblem({ key: "PageDown", own, configs: configsOf(made) })).toBe("PageDown key can't be used");
});

it("keeps keys of actions that it does not know, and gives a new action's key to who has it", () => {
  const stored = {
    triggers: { of_a_later_version: ["x", null] as [string, null] },
    custom: [{ id: "custom_1", triggers: ["f", null] as [string, null], data }],
    next: 2,
  };
  expect(configsOf(stored).find(({ id }) => id === "fit_rows")?.triggers).toEqual([null, null]);
  const saved = withConfigs(stored, [{ id: "custom_1", action: customAction, triggers: ["f", null], data }]);
  expect(saved).toMatchObject({ triggers: { of_a_later_version: ["x", null] } });
});

it("forgets a key that is as at first", () => {
  const stored = { ...firstShortcuts, triggers: { fit_rows: ["x", null] as [string, null] } };
  const back = withConfigs(stored, [{ id: "fit_rows", action: "fit_rows", triggers: ["f", null] }]);
  expect(back).toEqual(firstShortcuts);
});

it("takes a key of a Cyrillic, Greek or other keyboard for the Latin one in its place, behind what it is itself", () => {
  const of = (key: string, code: string, shiftKey = false, isMod = false) => triggersOf({ key, code, shiftKey, isMod });
  expect(of("л", "KeyK", false, true)).toEqual(["Mod+л", "Mod+k"]);
  expect(of("Λ", "KeyL", true)).toEqual(["Shift+λ", "λ", "Shift+l", "l"]);
  expect([of("х", "BracketLeft"), of("Ъ", "BracketRight", true)]).toEqual([
    ["х", "["],
    ["Shift+ъ", "ъ", "Shift+}", "}"],
  ]);
  // Of Latin ones what is printed counts: the place of Z is that of Y in German.
  expect([
    of("z", "KeyY", false, true),
    of("é", "Digit2"),
    of("ü", "BracketLeft"),
    of("ArrowLeft", "ArrowLeft"),
  ]).toEqual([["Mod+z"], ["é"], ["ü"], ["ArrowLeft"]]);
  expect(of("л", "")).toEqual(["л"]);
});

it("names presses and writes keys", () => {
  const of = (key: string, code: string, shiftKey = false, isMod = false) => triggersOf({ key, code, shiftKey, isMod });
  expect(of("G", "KeyG", true)).toEqual(["Shift+g", "g"]);
  expect(of("?", "Minus", true)).toEqual(["Shift+?", "?"]);
  expect(of("K", "KeyK", false, true)).toEqual(["Mod+k"]);
  expect(of("Z", "KeyZ", true, true)).toEqual(["Mod+Shift+z"]);
  expect(actionOf("redo")?.triggers).toContain("Mod+Shift+z");
  expect(["Mod+k", "Mod+Shift+z", "+", "Mod++"].map((key) => keyLabel(key))).toEqual([
    ...["Ctrl K", "Ctrl Shift Z", "+", "Ctrl +"],
  ]);
  expect([keyLabel("Mod+k", true), keyLabel("Shift+ArrowRight"), keyLabel(" ")]).toEqual(["⌘ K", "Shift →", "Space"]);
  expect([keyWords("ArrowRight"), keyWords("-")]).toEqual(["Right", "Minus"]);
  expect([keyLabel("é"), keyLabel("ж"), keyLabel("ß")]).toEqual(["É", "Ж", "ß"]);
  expect(keysLabel(["ArrowRight", "PageDown"])).toBe("→ or Page Down");
  expect(keysLabel([null, null])).toBe("No key");
  expect(shortcutActions.filter(({ title }) => mentionsAnnotation(title)).map(({ id }) => id)).toEqual([
    "cancel_annotation",
  ]);
});
