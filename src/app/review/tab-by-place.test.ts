// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from "vitest";
import { tabByPlace } from "./tab-by-place.ts";
import type { ReviewWorkspace } from "./workspace-types.ts";

let untie: () => void;
/** What the windows were told of the focus. */
const heard: string[] = [];
const one = (id: string) => document.getElementById(id) as HTMLElement;

/** Letters in the document as the mosaic has them; on the screen "b" is left of "a", and "c" below. */
beforeEach(() => {
  const tile = (area: string) =>
    `<div data-area="${area}"><button id="${area}1"></button><button tabindex="-1"></button><button id="${area}2"></button></div>`;
  document.body.innerHTML = `<button id="bar"></button><main>${["a", "b", "c"].map(tile).join("")}</main><button id="side"></button>`;
  for (const element of document.querySelectorAll("*")) (element as HTMLElement).checkVisibility ??= () => true;
  const row = { type: "split", direction: "row", children: ["b", "a"], splitPercentages: [50, 50] };
  const tree = { type: "split", direction: "column", children: [row, "c"], splitPercentages: [50, 50] };
  untie = tabByPlace({ display: { tree } } as unknown as ReviewWorkspace);
  document.addEventListener("focusin", onFocus);
});
const onFocus = ({ target }: FocusEvent) => void heard.push((target as Element).id);
afterEach(() => {
  untie();
  document.removeEventListener("focusin", onFocus);
  heard.length = 0;
});

/** As a browser: the key, then the focus in the order of the document. Returns where it is in the end. */
function tab(shiftKey = false): string | undefined {
  const stops = [...document.querySelectorAll<HTMLElement>("button")].filter(({ tabIndex }) => tabIndex >= 0);
  const before = document.activeElement as HTMLElement;
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", shiftKey }));
  const next = stops[stops.indexOf(before) + (shiftKey ? -1 : 1)];
  next.focus();
  return document.activeElement?.id;
}

it("goes through the windows by their places, and back", () => {
  one("bar").focus();
  const there = Array.from({ length: 7 }, () => tab());
  expect(there).toEqual(["b1", "b2", "a1", "a2", "c1", "c2", "side"]);
  const back = Array.from({ length: 7 }, () => tab(true));
  expect(back).toEqual(["c2", "c1", "a2", "a1", "b2", "b1", "bar"]);
});

it("tells no window of the focus that is not its", () => {
  one("bar").focus();
  heard.length = 0;
  tab();
  expect(heard).toEqual(["b1"]);
});

it("leaves alone where the focus goes by itself", () => {
  one("b2").focus();
  one("c1").focus();
  expect(document.activeElement?.id).toBe("c1");
});
