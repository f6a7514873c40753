import { expect, it } from "vitest";
import { paperZoom, sheet } from "./paper.ts";

it("makes the page as small as the sheet asks for, under the lines above it, and never larger", () => {
  for (const page of [
    { width: 1440, height: 900 },
    { width: 2560, height: 1440 },
    { width: 800, height: 2000 },
  ])
    for (const lines of [["Patient P-1"], Array.from({ length: 6 }, () => "x".repeat(200))]) {
      const zoom = paperZoom(page, lines);
      const rows = lines.length * (lines[0].length > 150 ? 2 : 1);
      expect(zoom * page.width).toBeLessThanOrEqual(sheet.width);
      expect(zoom * page.height + rows * 18).toBeLessThanOrEqual(sheet.height);
    }
  expect(paperZoom({ width: 600, height: 400 }, [])).toBe(1);
  // Without end there is no room: half of the sheet stays the picture's.
  expect(
    paperZoom(
      { width: 100, height: 718 },
      Array.from({ length: 90 }, () => "a"),
    ),
  ).toBe(0.5);
});
