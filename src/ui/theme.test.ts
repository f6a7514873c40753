// @vitest-environment happy-dom
import { expect, it } from "vitest";
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
