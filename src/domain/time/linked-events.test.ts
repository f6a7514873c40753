import { expect, it } from "vitest";
import { eventTimeMs, type LinkedWindowEvent, linkedWindowEvents } from "./linked-events.ts";

it("takes windows to the start, the middle or the end of an event", () => {
  const at = (endMs: number) => linkedWindowEvents.map((type) => eventTimeMs({ startMs: 100, endMs }, type));
  expect(at(300)).toEqual([100, 200, 300, 100]);
  // Of an instant they are one.
  expect(at(100)).toEqual([100, 100, 100, 100]);
});

it("refuses another type in the specified words (section 8)", () => {
  for (const type of ["", "jump", "midpoint", "toString"])
    expect(() => eventTimeMs({ startMs: 0, endMs: 1 }, type as LinkedWindowEvent)).toThrow(
      new RangeError("Invalid LinkedWindowEventType"),
    );
});
