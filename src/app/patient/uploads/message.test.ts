import { expect, it } from "vitest";
import { readMessage, shownMessage } from "./message.ts";

it("reads the kind in front of a message (spec 000 section 3)", () => {
  expect(readMessage("warning 3 things were repaired.")).toEqual({ kind: "warning", text: "3 things were repaired." });
  expect(readMessage("canceled")).toEqual({ kind: "canceled", text: "" });
  expect(readMessage("information is power")).toEqual({ kind: null, text: "information is power" });
  expect(readMessage("")).toEqual({ kind: null, text: "" });
});

it("cuts a message over 70 characters and keeps the whole for the tooltip", () => {
  const exactly = `info ${"x".repeat(65)}`;
  expect(shownMessage(exactly)).toMatchObject({ word: "Info", short: "x".repeat(65), whole: null });
  const longer = shownMessage(`info ${"x".repeat(66)}`);
  expect(longer.short).toBe(`${"x".repeat(64)}…`);
  expect(longer.whole).toBe(`Info ${"x".repeat(66)}`);
  expect(shownMessage("y".repeat(71))).toMatchObject({ kind: null, word: "", short: `${"y".repeat(69)}…` });
});
