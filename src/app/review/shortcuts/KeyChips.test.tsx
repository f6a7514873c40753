// @vitest-environment happy-dom
import { act, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { configsOf, firstShortcuts } from "../../../domain/shortcuts/configs.ts";
import type { Triggers } from "../../../protocol/shortcuts.ts";
import { all, type Drawn, draw, key, one, press } from "../../../ui/test-render.tsx";
import { KeyChips } from "./KeyChips.tsx";

let drawn: Drawn | undefined;
afterEach(async () => {
  await drawn?.remove();
  drawn = undefined;
});

const configs = configsOf(firstShortcuts);
async function open(id: string, title: string) {
  const told: Triggers[] = [];
  function Chips() {
    const [triggers, setTriggers] = useState<Triggers>(
      configs.find((each) => each.id === id)?.triggers ?? [null, null],
    );
    return (
      <KeyChips
        title={title}
        own={{ id, triggers }}
        configs={configs}
        onChange={(next) => {
          told.push(next);
          setTriggers(next);
        }}
      />
    );
  }
  drawn = await draw(<Chips />);
  return told;
}
const chip = (type: string) => one("button", new RegExp(`^${type} key of`));
const alert = () => all("alert").map(({ textContent }) => textContent);

it("waits for a key, and assigns it", async () => {
  const told = await open("custom_1", "Seizure");
  expect(chip("Primary").getAttribute("aria-label")).toBe("Primary key of Seizure: No key");
  await press(chip("Primary"));
  expect(chip("Primary").textContent).toBe("Press a key");
  await key(chip("Primary"), "S");
  expect(told).toEqual([["s", null]]);
  expect(chip("Primary").textContent).toBe("S");
  await press(one("button", "Take S from Seizure"));
  expect(told.at(-1)).toEqual([null, null]);
});

it("leaves with the same key, and changes nothing", async () => {
  const told = await open("go_to_time", "Go to a time");
  await press(chip("Primary"));
  await key(chip("Primary"), "g");
  expect([chip("Primary").textContent, told, alert()]).toEqual(["G", [], []]);
});

it("says why a key cannot be assigned, and goes on waiting", async () => {
  const told = await open("custom_1", "Seizure");
  await press(chip("Secondary"));
  for (const [pressed, said] of [
    [" ", "Space key can't be used"],
    ["Shift", "Shift key can't be used"],
    ["Enter", "Enter key can't be used"],
    ["g", "'g' shortcut already in use"],
    ["ArrowLeft", "'ArrowLeft' shortcut already in use"],
  ]) {
    await key(chip("Secondary"), pressed);
    expect([alert(), chip("Secondary").textContent]).toEqual([[said], "Press a key"]);
  }
  await key(chip("Secondary"), "x");
  expect([alert(), told]).toEqual([[], [[null, "x"]]]);
  await press(chip("Primary"));
  await key(chip("Primary"), "x");
  expect(alert()).toEqual(["'x' shortcut already in use"]);
});

it("holds nobody: Esc and Tab end the waiting", async () => {
  await open("custom_1", "Seizure");
  for (const way of ["Escape", "Tab"]) {
    await press(chip("Primary"));
    await key(chip("Primary"), way);
    expect([chip("Primary").textContent, alert()]).toEqual(["No key", [`${way} key can't be used`]]);
  }
});

it("takes no combination for its bare key, but what AltGr types", async () => {
  const told = await open("custom_1", "Seizure");
  await press(chip("Primary"));
  const pressWith = async (name: string, held: KeyboardEventInit, isAltGr = false) => {
    const event = new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...held });
    Object.defineProperty(event, "getModifierState", { value: () => isAltGr });
    await act(async () => void chip("Primary").dispatchEvent(event));
    return event.defaultPrevented;
  };
  for (const [held, said] of [
    [{ ctrlKey: true }, "Control key can't be used"],
    [{ metaKey: true }, "Meta key can't be used"],
    [{ altKey: true }, "Alt key can't be used"],
  ] as const) {
    expect(await pressWith("s", held)).toBe(true);
    expect([alert(), chip("Primary").textContent, told]).toEqual([[said], "Press a key", []]);
  }
  await pressWith("~", { ctrlKey: true, altKey: true }, true);
  expect([alert(), told]).toEqual([[], [["~", null]]]);
});
