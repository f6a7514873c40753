import { expect, it } from "vitest";
import { bytesSource } from "../byte-source.ts";
import { readEvents } from "./documents.ts";

it("cuts a very long text of an event without leaving half a character", async () => {
  const xml = `<Events><Event><Name>${"x".repeat(4095)}\u{1f9e0}</Name><StartTime>2026-01-02 03:04:05</StartTime></Event></Events>`;
  const { annotations } = await readEvents(bytesSource(new TextEncoder().encode(xml)), "UTC");
  expect(annotations.map(({ text }) => text)).toEqual(["x".repeat(4095)]);
});
