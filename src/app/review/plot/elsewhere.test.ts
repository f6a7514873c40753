import { expect, it } from "vitest";
import { createLinkGroup } from "../time/link-group.ts";
import { createTimeline, showSpan } from "../time/timeline.ts";
import { drawElsewhere } from "./elsewhere.ts";

const file = { startMs: 0, endMs: 100_000 };

it("frames the narrowest linked view in one that is much wider, at least 3 px wide and inside it", () => {
  const link = createLinkGroup();
  const page = createTimeline(file, { startMs: 20_000, endMs: 30_000 }, link);
  const stay = createTimeline(file, file, link);
  const element = { hidden: true, style: { left: "", width: "" } } as HTMLElement;
  const drawn = (span = file) => {
    drawElsewhere(element, stay, span, 500);
    return element.hidden ? null : [element.style.left, element.style.width];
  };
  expect(drawn()).toEqual(["100px", "50px"]);
  showSpan(page, { startMs: 99_000, endMs: 100_000 });
  expect(drawn()).toEqual(["495px", "5px"]);
  // Of like length, or not in sight: no frame.
  showSpan(page, { startMs: 20_000, endMs: 50_000 });
  expect(drawn()).toBeNull();
  showSpan(page, { startMs: 90_000, endMs: 91_000 });
  expect(drawn({ startMs: 0, endMs: 50_000 })).toBeNull();
  expect(drawn({ startMs: 0, endMs: 100_000 })).toEqual(["450px", "5px"]);
});
