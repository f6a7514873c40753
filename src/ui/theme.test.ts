// @vitest-environment happy-dom
import { expect, it, vi } from "vitest";
import { onThemeChange, setTheme, startTheme } from "./theme.ts";

it("tells canvases of another theme, and of one that lost what was drawn on it", () => {
  startTheme();
  const canvas = document.body.appendChild(document.createElement("canvas"));
  let told = 0;
  const untie = onThemeChange(() => told++);
  setTheme("dark");
  setTheme("dark");
  expect(told).toBe(1);
  canvas.dispatchEvent(new Event("contextrestored"));
  expect(told).toBe(2);
  untie();
  canvas.dispatchEvent(new Event("contextrestored"));
  expect(told).toBe(2);
});

it("tells canvases when the system forces colors, lets them go, or changes what it forces", () => {
  const media = new Map<string, EventTarget & { matches: boolean }>();
  vi.stubGlobal("matchMedia", (query: string) => {
    const one = media.get(query) ?? Object.assign(new EventTarget(), { matches: false });
    media.set(query, one);
    return one;
  });
  setTheme("light");
  startTheme();
  let told = 0;
  const untie = onThemeChange(() => told++);
  const change = (query: string, matches: boolean) => {
    Object.assign(media.get(query) ?? {}, { matches });
    media.get(query)?.dispatchEvent(new Event("change"));
    return told;
  };
  expect(change("(prefers-color-scheme: dark)", true)).toBe(0);
  expect(change("(forced-colors: active)", true)).toBe(1);
  expect(change("(prefers-color-scheme: dark)", false)).toBe(2);
  expect(change("(forced-colors: active)", false)).toBe(3);
  untie();
  vi.unstubAllGlobals();
});
