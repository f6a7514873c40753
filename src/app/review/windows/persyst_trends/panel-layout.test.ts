import { expect, it } from "vitest";
import { layPanel } from "../../../../picture/trends/lay-panel.ts";
import { scrollPanelTo, topOf } from "./panel-layout.ts";

it("scrolls rows that do not fit, and no further than their end", () => {
  const rows = [
    { leastPx: 40, share: 1 },
    { leastPx: 20, share: 3 },
  ];
  const { length, inView } = layPanel(rows, 30);
  expect([length, inView]).toEqual([64, 30]);
  const scroll = { top: 0, length, inView };
  scrollPanelTo(scroll, 500);
  expect(scroll.top).toBe(34);
  expect(topOf({ ...scroll, inView: 60 })).toBe(4);
});
