// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { configsOf, firstShortcuts } from "../../../domain/shortcuts/configs.ts";
import { newTemplate } from "../../../protocol/shortcuts.ts";
import { listenForShortcuts } from "./shortcut-keys.ts";

let unlisten = () => {};
afterEach(() => {
  unlisten();
  document.body.replaceChildren();
});

/** Everything can be done but what is named here. */
function listen(...without: string[]): string[] {
  const done: string[] = [];
  const data = newTemplate("Seizure", "#FF0000", 0.2);
  const configs = configsOf({ ...firstShortcuts, custom: [{ id: "custom_1", triggers: ["1", "é"], data }] });
  unlisten = listenForShortcuts({
    configs: () => configs,
    find: ({ id }) =>
      without.includes(id)
        ? null
        : { run: () => done.push(id), repeats: id === "next_page" || id === "next_half_page" },
  });
  return done;
}

function press(key: string, more: KeyboardEventInit = {}, target: Element = document.body): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...more });
  // The document of these tests tells AltGr from Alt by nothing.
  Object.defineProperty(event, "getModifierState", { value: () => more.modifierAltGraph === true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

it("runs what a key stands for, by both triggers, and keeps the key from the browser", () => {
  const done = listen();
  for (const key of ["ArrowRight", "PageDown", " ", "G", "1", "É", "="]) expect(press(key)).toBe(true);
  expect(done).toEqual(["next_page", "next_page", "play_pause", "go_to_time", "custom_1", "custom_1", "zoom_in"]);
  expect(press("q")).toBe(false);
});

it("knows Shift and Ctrl or Cmd where an action has them, and else passes them on", () => {
  const done = listen();
  press("ArrowRight", { shiftKey: true });
  press("?", { shiftKey: true });
  press("k", { ctrlKey: true });
  press("K", { metaKey: true });
  expect(done).toEqual(["next_half_page", "show_shortcuts", "show_commands", "show_commands"]);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) expect(press("g", more)).toBe(false);
  expect(press("ArrowRight", { altKey: true, shiftKey: true })).toBe(false);
});

it("takes the key without Shift where with it nothing can be done", () => {
  const done = listen("next_half_page");
  press("ArrowRight", { shiftKey: true });
  expect(done).toEqual(["next_page"]);
});

it("takes what is typed with AltGr", () => {
  const done = listen();
  press("]", { ctrlKey: true, altKey: true, modifierAltGraph: true });
  // A micro sign is a letter, and no M.
  expect(press("\u00b5", { code: "KeyG", ctrlKey: true, altKey: true, modifierAltGraph: true })).toBe(false);
  expect(done).toEqual(["next_event"]);
});

it("takes what is typed with Option on a Mac", () => {
  const done = listen();
  expect(press("[", { altKey: true })).toBe(false);
  const agent = vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Macintosh; Intel Mac OS X)");
  press("[", { code: "Digit5", altKey: true });
  expect(press("\u03c0", { code: "KeyG", altKey: true })).toBe(false);
  expect(press("ArrowRight", { altKey: true })).toBe(false);
  expect(press("[", { altKey: true, metaKey: true })).toBe(false);
  agent.mockRestore();
  expect(done).toEqual(["previous_event"]);
});

it("knows the keys of a keyboard without Latin letters by their places", () => {
  const done = listen();
  press("л", { code: "KeyK", ctrlKey: true });
  press("п", { code: "KeyG" });
  press("ъ", { code: "BracketRight" });
  expect(done).toEqual(["show_commands", "go_to_time", "next_event"]);
});

it("leaves a key to the browser where nothing can be done", () => {
  const done = listen("cancel_annotation");
  expect(press("Escape")).toBe(false);
  expect(done).toEqual([]);
});

it("does again what repeats while a key is held, and nothing else", () => {
  const done = listen();
  press("ArrowRight", { repeat: true });
  expect(press(" ", { repeat: true })).toBe(true);
  press("1", { repeat: true });
  expect(done).toEqual(["next_page"]);
});

it.each([
  "<input>",
  "<textarea></textarea>",
  "<select></select>",
  '<div contenteditable="true"></div>',
  '<div role="spinbutton"></div>',
  '<div role="menu"><b></b></div>',
])("is never used while the focus is in %s", (html) => {
  const done = listen();
  document.body.innerHTML = html;
  expect(press("g", {}, document.body.querySelector("b") ?? (document.body.firstElementChild as Element))).toBe(false);
  expect(done).toEqual([]);
});

it("is used beside a switch or an option that has the focus, but for the keys that these have", () => {
  const done = listen();
  document.body.innerHTML = '<input type="checkbox"><input type="radio">';
  const [box, radio] = document.body.querySelectorAll("input");
  for (const target of [box, radio]) {
    expect(press("g", {}, target)).toBe(true);
    expect(press(" ", {}, target)).toBe(false);
  }
  expect(press("ArrowRight", {}, box)).toBe(true);
  expect(press("ArrowRight", {}, radio)).toBe(false);
  expect(done).toEqual(["go_to_time", "go_to_time", "next_page"]);
});

it("is not used while a dialog is open, wherever the focus is; a toast is none", () => {
  const done = listen();
  document.body.innerHTML = '<div role="dialog"></div>';
  press("g");
  document.body.innerHTML = '<div role="alertdialog"></div>';
  press("g");
  expect(done).toEqual([]);
  document.body.innerHTML = '<div role="alertdialog" aria-modal="false"></div>';
  press("g");
  expect(done).toEqual(["go_to_time"]);
});

it("leaves a key to a widget that used it", () => {
  const done = listen();
  document.body.innerHTML = "<button>a</button>";
  const button = document.body.firstElementChild as Element;
  button.addEventListener("keydown", (event) => event.preventDefault());
  press(" ", {}, button);
  expect(done).toEqual([]);
});
